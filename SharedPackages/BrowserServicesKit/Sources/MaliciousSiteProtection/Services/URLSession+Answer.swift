import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
    /// Loads an address, and can be cancelled at any moment.
    ///
    /// Not `data(from:)`: on Linux it deadlocks when a task is cancelled in the moment in which its request ends. The
    /// handler of the cancellation waits for the session's queue while that queue waits for the task.
    func answer(from url: URL) async throws -> (Data, URLResponse) {
        let loading = Locked<URLSessionDataTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: url) { data, response, error in
                    if let data, let response, error == nil {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                loading.withLock { $0 = task }
                task.resume()
                if Task.isCancelled { Self.cancel(task) }
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
