import CMicrohttpd
import Foundation

/// One complete request, its target exactly as it came.
struct HTTPRequest: Sendable {
    /// When the request line arrived.
    let time: Date
    let method: String
    /// The target up to the first `?`, percent sequences untouched.
    let path: String
    /// The target after the first `?`, percent sequences untouched; empty when there is none.
    let query: String
    /// The body, empty when it was longer than the limit.
    let body: Data
    let isOversized: Bool
    /// The `Host` that the client believes to talk to.
    var host: String?
    /// The `Origin` of the web page that asks, when one does.
    var origin: String?
    /// What the client proves itself with.
    var authorization: String?

    /// The prefix of the paths that show and control the server itself. They have no faults, and web pages of other
    /// sites cannot use them.
    static let controlPrefix = "/_"

    var controlsServer: Bool { path.hasPrefix(Self.controlPrefix) }

    /// Whether a web page of some other site sent it, be it openly or by a name that it made point to this machine.
    var isForeign: Bool {
        guard let host else { return origin != nil }
        let name = host.split(separator: ":").first ?? ""
        return !["127.0.0.1", "localhost"].contains(name) || (origin != nil && origin != "http://\(host)")
    }

    /// The decoded value of a query item, `nil` when it is missing or is not valid percent-encoded UTF-8.
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

/// One event of an event stream, as browsers read it with `EventSource`.
struct ServerSentEvent: Equatable, Sendable {
    /// The event's type; `nil` for the usual `message`.
    var name: String?
    var data: String

    /// A comment: keeps the connection busy, so that a client that left is noticed.
    static let heartbeat = ":\n\n"

    /// The event in the `text/event-stream` format, which has a field for every line.
    var text: String {
        let lines = data.split(omittingEmptySubsequences: false) { $0.isNewline }
        return (name.map { "event: \($0)\n" } ?? "") + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}

/// Why a request cannot be answered as it wishes.
struct HTTPProblem: Error, Equatable {
    let status: Int
    /// One sentence for the person who reads the answer.
    let message: String
    /// The methods that would do, when the method is the problem.
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
    /// Hands the response to the daemon. Called on its thread, once a request.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let handle = body.withUnsafeBytes { bytes in
            // "Must copy" is what makes the cast right: the bytes are only read.
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
