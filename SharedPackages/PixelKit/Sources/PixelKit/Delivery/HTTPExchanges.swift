import Foundation
import Persistence
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests of a session that are under way: follows no redirect, and keeps nothing of an answer but its head.
final class HTTPExchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let continuation: CheckedContinuation<TransportResult, Never>
        var byteCount = 0
    }

    /// An answer that goes on for longer is cut off; its status holds.
    private static let bodyLimit = 64 << 10

    private let exchanges = Locked<[Int: Exchange]>([:])

    /// Starts a task and resumes the continuation with what becomes of it.
    func begin(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<TransportResult, Never>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
        task.resume()
    }

    private func end(_ task: URLSessionTask, _ result: TransportResult) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.continuation.resume(returning: result)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.byteCount += data.count
            return exchanges[dataTask.taskIdentifier].map { $0.byteCount > Self.bodyLimit } ?? false
        }
        guard isTooLong else { return }
        end(dataTask, Self.answer(dataTask.response))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task, error.map { .failed(Self.failure($0)) } ?? Self.answer(task.response))
    }

    private static func answer(_ response: URLResponse?) -> TransportResult {
        guard let response = response as? HTTPURLResponse else { return .failed(.interrupted) }
        return .answered(status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
    }

    private static func failure(_ error: any Error) -> TransportFailure {
        guard let error = error as? URLError else { return .interrupted }
        return switch error.code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .badURL,
            .unsupportedURL, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
            .unreachable
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .untrusted
        // On Linux curl's failures of TLS have no code of their own, but its words for all of them begin so.
        case .unknown where error.localizedDescription.contains("SSL"): .untrusted
        default: .interrupted
        }
    }
}
