public import Foundation
import Persistence
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with `URLSession`: no cookies, no cache, no credentials, no redirects, no traces of the device.
///
/// On Linux a request keeps a core busy while it waits for its answer: Foundation there goes on listening for "ready to
/// write", for which it waited to connect, and an idle connection always is. The timeout bounds that. A connection that
/// is used again is free of it, but would let requests be repeated that nobody counts; see `send`.
public struct URLSessionTransport: PixelTransport {
    private let endpoint: String
    private let timeout: Duration
    private let session: OwnedSession

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - endpoint: What the targets of requests follow: `https://example.com` or `https://example.com/collect`. A
    ///     query or a fragment in it is left out.
    ///   - timeout: How long a request may take in all. 30 s by default; at most 45 s, since a lease lasts for 60.
    public init(endpoint: URL, timeout: Duration = .seconds(30)) {
        var base = String(endpoint.absoluteString.prefix { $0 != "?" && $0 != "#" })
        while base.hasSuffix("/") { base.removeLast() }
        self.endpoint = base
        self.timeout = min(timeout, .seconds(45))
        session = OwnedSession()
    }

    /// Sends a request and returns what became of it.
    public func send(_ request: OutboundRequest) async -> TransportResult {
        guard let url = URL(string: endpoint + request.target) else { return .failed(.unreachable) }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        if request.body != nil { urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        #if canImport(FoundationNetworking)
        // On a connection that is used again and dropped without an answer, curl repeats a GET on its own:
        // the server would see a pixel twice, and nobody would count it.
        urlRequest.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        // Measured here: the session's own timeouts count whole seconds on Linux, and silence only, not the whole.
        let result = await valueOrNil(within: timeout, clock: ContinuousClock()) { [session, urlRequest] in
            await session.send(urlRequest)
        }
        return result ?? .failed(Task.isCancelled ? .cancelled : .timedOut)
    }
}

/// A session that ends with its owner: without an end, `URLSession` and its delegate stay for good.
private final class OwnedSession: Sendable {
    private let exchanges = HTTPExchanges()
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The system would name its version and the person's languages.
        configuration.httpAdditionalHeaders = ["User-Agent": "PixelKit", "Accept-Language": "en", "Accept": "*/*"]
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: URLRequest) async -> TransportResult {
        let sending = Locked<URLSessionDataTask?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: request)
                exchanges.begin(task, continuation)
                sending.withLock { $0 = task }
                if Task.isCancelled { Self.cancel(task) }  // Before there was a task that the handler could cancel.
            }
        } onCancel: {
            if let task = sending.withLock({ $0 }) { Self.cancel(task) }
        }
    }

    /// From another thread: whoever cancels a Swift task holds a lock of its, and `cancel` waits for the session's queue.
    ///
    /// `URLSession.data(for:)` deadlocks on Linux for that reason when it is cancelled in the moment in which it ends.
    private static func cancel(_ task: URLSessionDataTask) {
        DispatchQueue.global().async { task.cancel() }
    }
}
