import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session that loads answers up to a number of bytes, can be cancelled at any moment, and ends with its owner.
final class BoundedSession: Sendable {
    private let answers: Answers
    private let session: URLSession

    /// - Parameter limit: A body with more bytes is cut off, and an error.
    init(_ configuration: URLSessionConfiguration, limit: Int) {
        answers = Answers(limit: limit)
        session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Loads an address.
    ///
    /// Not by `data(from:)`: on Linux it deadlocks when a task is cancelled in the moment in which its request ends. The
    /// handler of the cancellation waits for the session's queue while that queue waits for the task.
    func answer(from url: URL) async throws -> (Data, URLResponse) {
        let loading = Locked<URLSessionDataTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: url)
                answers.begin(task, continuation)
                loading.withLock { $0 = task }
                if Task.isCancelled { Self.cancel(task) }  // Before there was a task that the handler could cancel.
            }
        } onCancel: {
            if let task = loading.withLock({ $0 }) { Self.cancel(task) }
        }
    }

    /// From another thread: whoever cancels a task holds a lock of the task's, and `cancel` waits for the session's queue.
    private static func cancel(_ task: URLSessionDataTask) {
        DispatchQueue.global().async { task.cancel() }
    }
}

/// The answers that are under way.
private final class Answers: NSObject, URLSessionDataDelegate {
    typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

    private struct Answer {
        let continuation: Continuation
        var body = Data()
    }

    private let limit: Int
    private let answers = Locked<[Int: Answer]>([:])

    init(limit: Int) { self.limit = limit }

    func begin(_ task: URLSessionDataTask, _ continuation: Continuation) {
        answers.withLock { $0[task.taskIdentifier] = Answer(continuation: continuation) }
        task.resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let cutOff = answers.withLock { answers -> Answer? in
            answers[dataTask.taskIdentifier]?.body.append(data)
            guard let answer = answers[dataTask.taskIdentifier], answer.body.count > limit else { return nil }
            return answers.removeValue(forKey: dataTask.taskIdentifier)
        }
        guard let cutOff else { return }
        cutOff.continuation.resume(throwing: MaliciousSiteProtectionError.answerTooLong(limit: limit))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let answer = answers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let response = task.response, error == nil {
            answer.continuation.resume(returning: (answer.body, response))
        } else {
            answer.continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
    }
}
