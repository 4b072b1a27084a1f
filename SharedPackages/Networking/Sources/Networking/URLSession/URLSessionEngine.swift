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
    typealias Completion = @Sendable (Outcome) -> Void
    typealias Exchange = URLSessionExchange

    /// Whether the engine ends requests at their timeout by itself. The session's own timeouts count silence only.
    static let limitsTime = false

    private let session: URLSession
    private let delegate = URLSessionExchanges()

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
        session = URLSession(configuration: system, delegate: delegate, delegateQueue: nil)
    }

    /// Without this, `URLSession` and its delegate are never freed.
    func close() { session.finishTasksAndInvalidate() }

    /// Starts an exchange. Its completion is called once: on the session's queue, or where the exchange is cancelled.
    func start(_ exchange: Exchange, completion: @escaping Completion) {
        guard let request = URLRequest(exchange.request) else { return completion(.failure(.invalidURL)) }
        let task = session.dataTask(with: request)
        delegate.add(exchange, for: task)
        if exchange.begin(task, completion) {
            task.resume()
        } else {
            task.cancel()
            completion(.failure(.cancelled))
        }
    }

    /// Ends an exchange at once with a failure, unless it has ended.
    func cancel(_ exchange: Exchange, _ failure: HTTPFailure) { exchange.cancel(failure) }
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

/// One request on its way between its sender and `URLSession`.
final class URLSessionExchange: Sendable {
    private struct State: Sendable {
        var completion: URLSessionEngine.Completion?
        var task: URLSessionDataTask?
        var isCancelled = false
        var body = Data()
        var byteCount = 0
        var transactionCount = 1
    }

    /// A body that is not kept is cut off after this many bytes.
    private static let ignoredBodyLimit = 64 << 10

    let request: HTTPRequest
    private let state = Locked(State())

    init(_ request: HTTPRequest) { self.request = request }

    /// Returns `false` if the exchange was cancelled before.
    func begin(_ task: URLSessionDataTask, _ completion: @escaping URLSessionEngine.Completion) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            (state.task, state.completion) = (task, completion)
            return true
        }
    }

    func cancel(_ failure: HTTPFailure) {
        let (task, completion) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.completion.take())
        }
        completion?(.failure(failure))
        task?.cancel()
    }

    /// Takes in a part of the body. Returns whether it is too long.
    func receive(_ data: Data) -> Bool {
        state.withLock { state in
            state.byteCount += data.count
            if case .kept(let limit) = request.answerBody, state.byteCount <= limit { state.body.append(data) }
            return isCutOff(state)
        }
    }

    func count(transactions: Int) { state.withLock { $0.transactionCount = max(1, transactions) } }

    func end(_ response: URLResponse?, _ error: (any Error)?) {
        let ended = state.withLock { state in
            defer { state.completion = nil }
            return state
        }
        ended.completion?(outcome(ended, response, error))
    }

    private func isCutOff(_ state: State) -> Bool {
        switch request.answerBody {
        case .ignored: state.byteCount > Self.ignoredBodyLimit
        case .kept(let limit): state.byteCount > limit
        }
    }

    private func outcome(_ state: State, _ response: URLResponse?, _ error: (any Error)?) -> URLSessionEngine.Outcome {
        let isCutOff = isCutOff(state)
        if isCutOff, case .kept(let limit) = request.answerBody { return .failure(.answerTooLong(limit: limit)) }
        if let error, !isCutOff { return .failure(HTTPFailure(error)) }
        guard let response = response as? HTTPURLResponse else { return .failure(.interrupted) }
        return .success(
            HTTPAnswer(
                status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                body: state.body, repeats: state.transactionCount - 1))
    }
}

/// The running exchanges of a session.
private final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

    func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let exchange = exchanges.withLock { $0[dataTask.taskIdentifier] }
        if exchange?.receive(data) ?? false { dataTask.cancel() }
    }

    /// Counts the network transactions. More than one are repeats: redirects are not followed, and nothing is cached.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        let exchange = exchanges.withLock { $0[task.taskIdentifier] }
        exchange?.count(transactions: metrics.transactionMetrics.count)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.end(task.response, error)
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
