import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The running requests of a session.
///
/// `URLSession.data(for:)` is not used: on Linux it deadlocks when its task is cancelled at the moment in which the request
/// ends. The cancellation handler waits for the session's queue while that queue waits for the task.
final class HTTPExchanges: NSObject, URLSessionDataDelegate {
    typealias Outcome = Result<HTTPAnswer, HTTPFailure>

    private struct Exchange {
        let continuation: CheckedContinuation<Outcome, Never>
        let answerBody: HTTPRequest.AnswerBody
        var body = Data()
        var byteCount = 0

        /// Takes in a part of the body. Returns the outcome when the body is too long.
        mutating func receive(_ data: Data, of response: URLResponse?) -> Outcome? {
            byteCount += data.count
            switch answerBody {
            case .ignored:
                return byteCount > HTTPExchanges.ignoredBodyLimit ? outcome(of: response) : nil
            case .kept(let limit):
                guard byteCount <= limit else { return .failure(.answerTooLong(limit: limit)) }
                body.append(data)
                return nil
            }
        }

        func outcome(of response: URLResponse?) -> Outcome {
            guard let response = response as? HTTPURLResponse else { return .failure(.interrupted) }
            return .success(
                HTTPAnswer(
                    status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                    body: body))
        }
    }

    /// A body that is not kept is cut off after this many bytes.
    private static let ignoredBodyLimit = 64 << 10

    private let exchanges = Locked<[Int: Exchange]>([:])

    func send(
        _ request: URLRequest, keeping answerBody: HTTPRequest.AnswerBody, with session: URLSession
    ) async -> Outcome {
        let running = Locked<URLSessionDataTask?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: request)
                exchanges.withLock {
                    $0[task.taskIdentifier] = Exchange(continuation: continuation, answerBody: answerBody)
                }
                task.resume()
                running.withLock { $0 = task }
                if Task.isCancelled { Self.cancel(task) }  // The handler ran before there was a task to cancel.
            }
        } onCancel: {
            if let task = running.withLock({ $0 }) { Self.cancel(task) }
        }
    }

    /// Cancels on another thread: the canceller of a Swift task holds its lock, and `cancel` waits for the session's queue.
    private static func cancel(_ task: URLSessionDataTask) {
        DispatchQueue.global().async { task.cancel() }
    }

    private func end(_ task: URLSessionTask, with outcome: (Exchange) -> Outcome) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation.resume(returning: outcome(exchange))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let early = exchanges.withLock { $0[dataTask.taskIdentifier]?.receive(data, of: dataTask.response) }
        guard let early else { return }
        end(dataTask) { _ in early }
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task) { exchange in
            error.map { .failure(HTTPFailure($0)) } ?? exchange.outcome(of: task.response)
        }
    }
}

extension HTTPFailure {
    /// The failure that an error of `URLSession` stands for.
    init(_ error: any Error) {
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
        // On Linux curl's TLS failures have no code of their own. The descriptions of all of them contain "SSL".
        case .unknown where error.localizedDescription.contains("SSL"): self = .untrusted
        default: self = .interrupted
        }
    }
}
