import CMicrohttpd
import Foundation

/// One complete request.
struct HTTPRequest: Sendable {
    /// The arrival of the request line.
    let time: Date
    let method: String
    /// The target up to the first `?`, before percent-decoding.
    let path: String
    /// The target after the first `?`, before percent-decoding. Empty if there is none.
    let query: String
    /// The body. Empty if it was longer than the limit.
    let body: Data
    let isOversized: Bool
    /// The header `Host`.
    var host: String?
    /// The header `Origin`, which a browser sends for a web page.
    var origin: String?
    /// The header `Authorization`.
    var authorization: String?

    /// The prefix of the paths that show and control the server itself. They have no faults, and web pages of other
    /// sites cannot use them.
    static let controlPrefix = "/_"

    var controlsServer: Bool { path.hasPrefix(Self.controlPrefix) }

    /// Whether a web page of another site sent it, also under a host name that points to this machine.
    var isForeign: Bool {
        guard let host else { return origin != nil }
        let name = host.split(separator: ":").first ?? ""
        return !["127.0.0.1", "localhost"].contains(name) || (origin != nil && origin != "http://\(host)")
    }

    /// Returns the decoded value of a query item, or `nil` if it is missing or not percent-encoded UTF-8.
    func queryValue(_ name: String) -> String? {
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count == 2 ? String(parts[1]).removingPercentEncoding : "" }
        }
        return nil
    }
}

/// A whole response in memory.
struct HTTPResponse: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body = Data()

    static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only strings, numbers and containers of them are passed, which always encode.
        let body = try! encoder.encode(value)
        return HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: body)
    }
}

/// The answer to a request, and its delay.
struct HTTPAnswer: Sendable {
    typealias Events = AsyncMapSequence<AsyncStream<CollectedRequest>, ServerSentEvent>

    enum Content: Sendable {
        case response(HTTPResponse)
        /// Server-Sent Events until they end or the client disconnects.
        case events(Events)
        /// The connection is closed without an answer.
        case close
    }

    var content: Content
    var delay: Duration = .zero

    static func response(_ response: HTTPResponse) -> HTTPAnswer { HTTPAnswer(content: .response(response)) }
    static func events(_ events: Events) -> HTTPAnswer { HTTPAnswer(content: .events(events)) }

    /// The status of the answer. 0 if there is none.
    var status: Int {
        switch content {
        case .response(let response): response.status
        case .events: 200
        case .close: 0
        }
    }
}

/// One event of an event stream.
struct ServerSentEvent: Equatable, Sendable {
    /// The type of the event. `nil` stands for `message`.
    var name: String?
    var data: String

    /// A comment, by which a closed connection is detected.
    static let heartbeat = ":\n\n"

    /// The event in the `text/event-stream` format.
    var text: String {
        let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
        return (name.map { "event: \($0)\n" } ?? "") + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}

/// The reason why a request is refused.
struct HTTPProblem: Error, Equatable {
    let status: Int
    /// The text of the answer.
    let message: String
    /// The allowed methods, if the method is the reason.
    let allowed: [String]

    init(_ status: Int, _ message: String, allowed: [String] = []) {
        self.status = status
        self.message = message
        self.allowed = allowed
    }
}

extension HTTPAnswer {
    init(_ problem: HTTPProblem) {
        var response = HTTPResponse.json(["error": problem.message], status: problem.status)
        if !problem.allowed.isEmpty {
            response.headers.append((name: "Allow", value: problem.allowed.joined(separator: ", ")))
        }
        self = .response(response)
    }
}

extension HTTPResponse {
    /// Passes the response to the daemon. Called on the daemon's thread once a request.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let handle = body.withUnsafeBytes { bytes in
            // The daemon copies the bytes and does not change them, so the cast is correct.
            MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let handle else { return .NO }
        defer { MHD_destroy_response(handle) }
        MHD_add_response_header(handle, "Cache-Control", "no-store")
        for header in headers { MHD_add_response_header(handle, header.name, header.value) }
        return MHD_queue_response(connection, UInt32(status), handle)
    }
}
