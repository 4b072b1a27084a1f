import Foundation

/// A whole response in memory.
struct HTTPResponse: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body = Data()

    static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only plain strings, numbers and containers of them are passed here, and those always encode.
        let body = try! encoder.encode(value)
        return HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: body)
    }
}

/// What becomes of a request, and when.
struct HTTPAnswer: Sendable {
    typealias Events = any AsyncSequence<ServerSentEvent, Never> & Sendable

    enum Content: Sendable {
        case response(HTTPResponse)
        /// Server-Sent Events until they end or the client leaves.
        case events(Events)
        /// The connection ends without an answer.
        case close
    }

    var content: Content
    /// How long the answer is held back.
    var delay: Duration = .zero

    static func response(_ response: HTTPResponse) -> HTTPAnswer { HTTPAnswer(content: .response(response)) }
    static func events(_ events: Events) -> HTTPAnswer { HTTPAnswer(content: .events(events)) }

    /// The status that the client sees, 0 when there is no answer.
    var status: Int {
        switch content {
        case .response(let response): response.status
        case .events: 200
        case .close: 0
        }
    }
}
