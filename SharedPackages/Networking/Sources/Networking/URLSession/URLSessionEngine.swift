#if canImport(os)
import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Runs requests on `URLSession`.
///
/// `URLSession` repeats a request by itself when a reused connection closes without an answer. That cannot be forbidden, so
/// it is counted.
final class URLSessionEngine: Sendable {
    typealias Outcome = Result<HTTPAnswer, HTTPFailure>

    /// The session's own timeouts count silence only.
    static let limitsTime = false

    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    init(_ configuration: HTTPClient.Configuration) {
        let system = URLSessionConfiguration.ephemeral
        system.httpShouldSetCookies = false
        system.httpCookieAcceptPolicy = .never
        system.httpCookieStorage = nil
        system.urlCache = nil
        system.urlCredentialStorage = nil
        system.requestCachePolicy = .reloadIgnoringLocalCacheData
        system.httpMaximumConnectionsPerHost = configuration.maximumConnections
        system.httpAdditionalHeaders = [
            "User-Agent": configuration.userAgent, "Accept-Language": "en", "Accept": "*/*",
            "Accept-Encoding": "identity",
        ]
        session = URLSession(configuration: system, delegate: exchanges, delegateQueue: nil)
    }

    /// Without this, `URLSession` and its delegate are never freed.
    func close() { session.finishTasksAndInvalidate() }

    func send(_ request: HTTPRequest) async -> Outcome {
        guard let urlRequest = URLRequest(request) else { return .failure(.invalidURL) }
        let running = Locked<URLSessionDataTask?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: urlRequest)
                exchanges.begin(task, keeping: request.answerBody, continuation)
                running.withLock { $0 = task }
                if Task.isCancelled { task.cancel() }  // The handler ran before there was a task to cancel.
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
    }
}

extension URLRequest {
    fileprivate init?(_ request: HTTPRequest) {
        guard let url = URL(string: request.url) else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpBody = request.body
        timeoutInterval = min(request.silence ?? request.timeout, request.timeout).seconds
        for header in request.headers { setValue(header.value, forHTTPHeaderField: header.name) }
    }
}

/// The running requests of a session.
private final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    typealias Outcome = URLSessionEngine.Outcome

    private struct Exchange {
        let continuation: CheckedContinuation<Outcome, Never>
        let answerBody: HTTPRequest.AnswerBody
        var body = Data()
        var byteCount = 0
        var transactionCount = 1

        /// A body that is not kept is cut off after this many bytes.
        private static let ignoredBodyLimit = 64 << 10

        var isCutOff: Bool {
            switch answerBody {
            case .ignored: byteCount > Self.ignoredBodyLimit
            case .kept(let limit): byteCount > limit
            }
        }

        mutating func receive(_ data: Data) {
            byteCount += data.count
            if case .kept = answerBody, !isCutOff { body.append(data) }
        }

        func outcome(of response: URLResponse?, _ error: (any Error)?) -> Outcome {
            if isCutOff, case .kept(let limit) = answerBody { return .failure(.answerTooLong(limit: limit)) }
            if let error, !isCutOff { return .failure(HTTPFailure(error)) }
            guard let response = response as? HTTPURLResponse else { return .failure(.interrupted) }
            return .success(
                HTTPAnswer(
                    status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                    body: body, repeats: transactionCount - 1))
        }
    }

    private let exchanges = Locked<[Int: Exchange]>([:])

    func begin(
        _ task: URLSessionDataTask, keeping answerBody: HTTPRequest.AnswerBody,
        _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        exchanges.withLock {
            $0[task.taskIdentifier] = Exchange(continuation: continuation, answerBody: answerBody)
        }
        task.resume()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isCutOff = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.receive(data)
            return exchanges[dataTask.taskIdentifier]?.isCutOff ?? false
        }
        if isCutOff { dataTask.cancel() }
    }

    /// Counts the network transactions. More than one are repeats: redirects are not followed, and nothing is cached.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        let count = metrics.transactionMetrics.count
        exchanges.withLock { $0[task.taskIdentifier]?.transactionCount = max(1, count) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation.resume(returning: exchange.outcome(of: task.response, error))
    }
}

extension HTTPFailure {
    /// The failure that an error of `URLSession` stands for.
    fileprivate init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .interrupted
            return
        }
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .badURL, .unsupportedURL: self = .invalidURL
        case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost,
            .internationalRoamingOff, .dataNotAllowed, .callIsActive:
            self = .unreachable
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            self = .untrusted
        default: self = .interrupted
        }
    }
}
#endif
