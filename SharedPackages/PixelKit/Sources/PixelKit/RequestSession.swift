import Foundation
import Persistence

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `URLSession` that tells the status and headers of answers, follows no redirect, and can be cancelled at any moment.
///
/// Not `data(for:)`: on Linux it deadlocks when a task is cancelled in the moment in which its request ends. The handler
/// of the cancellation waits for the session's queue while that queue waits for the task.
final class RequestSession: Sendable {
    private let session: URLSession
    private let answers = Answers()

    init(timeout: Duration) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout.seconds
        configuration.timeoutIntervalForResource = timeout.seconds
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The system would name its version and the person's languages.
        configuration.httpAdditionalHeaders = ["User-Agent": "PixelKit", "Accept-Language": "en", "Accept": "*/*"]
        session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
    }

    // Without an end, a session and its delegate stay for good.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the head of its answer; the body is read and thrown away.
    func answer(to request: URLRequest) async throws -> HTTPURLResponse {
        let sending = Locked<URLSessionDataTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: request)
                answers.expect(task, continuation)
                sending.withLock { $0 = task }
                task.resume()
                if Task.isCancelled { Self.cancel(task) }  // Before there was a task that the handler could cancel.
            }
        } onCancel: {
            if let task = sending.withLock({ $0 }) { Self.cancel(task) }
        }
    }

    /// From another thread: whoever cancels a task holds a lock of the task's, and `cancel` waits for the session's queue.
    private static func cancel(_ task: URLSessionDataTask) {
        DispatchQueue.global().async { task.cancel() }
    }

    /// Those who wait for answers, by task.
    private final class Answers: NSObject, URLSessionDataDelegate {
        private let waiting = Locked<[Int: CheckedContinuation<HTTPURLResponse, any Error>]>([:])

        func expect(_ task: URLSessionTask, _ continuation: CheckedContinuation<HTTPURLResponse, any Error>) {
            waiting.withLock { $0[task.taskIdentifier] = continuation }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let continuation = waiting.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            if let response = task.response as? HTTPURLResponse, error == nil {
                continuation?.resume(returning: response)
            } else {
                continuation?.resume(throwing: error ?? URLError(.badServerResponse))
            }
        }
    }
}
