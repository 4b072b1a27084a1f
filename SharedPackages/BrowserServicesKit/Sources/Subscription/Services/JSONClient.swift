import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a service in JSON, without cookies and caches.
struct JSONClient: Sendable {
    private let services: URL
    private let session: URLSession

    init(services: URL) {
        self.services = services
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = 10
        session = URLSession(configuration: configuration)
    }

    func get<Answer: Decodable>(_ path: String, token: String? = nil) async throws -> Answer {
        try await answer(to: request(path, token: token))
    }

    func post<Answer: Decodable>(
        _ path: String, _ body: [String: String] = [:], token: String? = nil
    ) async throws -> Answer {
        var request = request(path, token: token)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return try await answer(to: request)
    }

    private func request(_ path: String, token: String?) -> URLRequest {
        var request = URLRequest(url: services.appending(path: path))
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        #if canImport(FoundationNetworking)
        // On a connection that is used again and dropped without an answer, curl repeats a GET on its own.
        request.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        return request
    }

    private func answer<Answer: Decodable>(to request: URLRequest) async throws -> Answer {
        let (body, response) = try await session.answer(to: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw SubscriptionError.unexpectedStatus(status) }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
            throw SubscriptionError.unreadableAnswer
        }
        return answer
    }
}

extension URLSession {
    /// Sends a request, and can be cancelled at any moment.
    ///
    /// Not `data(for:)`: on Linux it deadlocks when a task is cancelled in the moment in which its request ends. The
    /// handler of the cancellation waits for the session's queue while that queue waits for the task.
    fileprivate func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        let loading = Locked<URLSessionDataTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { data, response, error in
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
