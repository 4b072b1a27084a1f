import Foundation
import Networking

/// Sends requests with JSON bodies to the account service and decodes the answers.
struct JSONClient: Sendable {
    /// The longest duration of a request.
    static let timeout: Duration = .seconds(10)
    /// The greatest length of an answer, in bytes.
    static let answerLimit = 1 << 20

    private let services: URL
    private let send: @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer

    init(services: URL) {
        let client = HTTPClient(userAgent: "BrowserServicesKit")
        self.init(services: services, send: client.send)
    }

    init(services: URL, send: @escaping @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer) {
        self.services = services
        self.send = send
    }

    func get<Answer: Decodable>(_ path: String, token: String? = nil) async throws -> Answer {
        try await answer(to: .get, path, token: token)
    }

    func post<Answer: Decodable>(
        _ path: String, _ body: [String: String] = [:], token: String? = nil
    ) async throws -> Answer {
        try await answer(to: .post, path, body: JSONEncoder().encode(body), token: token)
    }

    private func answer<Answer: Decodable>(
        to method: HTTPRequest.Method, _ path: String, body: Data? = nil, token: String?
    ) async throws -> Answer {
        var headers: [HTTPRequest.Header] = []
        if let token { headers.append(.init("Authorization", "Bearer \(token)")) }
        if body != nil { headers.append(.init("Content-Type", "application/json")) }
        let request = HTTPRequest(
            method, services.appending(path: path).absoluteString, headers: headers, body: body, timeout: Self.timeout,
            answerBody: .kept(limit: Self.answerLimit))
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try await send(request)
        } catch {
            throw error == .cancelled ? CancellationError() : error
        }
        guard answer.status == 200 else { throw SubscriptionError.unexpectedStatus(answer.status) }
        do {
            return try JSONDecoder().decode(Answer.self, from: answer.body)
        } catch {
            throw SubscriptionError.unreadableAnswer
        }
    }
}
