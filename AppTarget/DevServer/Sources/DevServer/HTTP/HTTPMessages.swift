import CMicrohttpd
import Foundation
import Primitives

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
    /// The headers of ``headerNames``, by their names in lower case.
    var headers: [String: String] = [:]

    /// The headers that the server reads.
    static let headerNames = ["host", "origin", "authorization", "content-type", "last-event-id", "sec-fetch-site"]

    func header(_ name: String) -> String? { headers[name] }

    /// The paths that show and control the server itself. They have no faults, and web pages of other sites cannot use
    /// them.
    static let controlPaths: [Route.Path] = [
        .exactly("/"), .below("/_"), .below("/inspector/"), .exactly("/api/records"), .below("/api/records/"),
        .exactly("/api/wait"), .below("/api/inspector/"),
    ]

    var controlsServer: Bool { Self.controlPaths.contains { $0.matches(path) } }

    /// Whether a web page of another site sent it.
    ///
    /// A browser names the origin of a page. For a request without one, such as an image, it says at least that the site
    /// is another.
    var isOfOtherSite: Bool {
        if let origin = header("origin") {
            return origin != "http://\(header("host") ?? "")" || isForOtherHost
        }
        return header("sec-fetch-site").map { !["same-origin", "none"].contains($0) } ?? false
    }

    /// Whether its host name is another, which a web page can make point to this machine.
    var isForOtherHost: Bool {
        guard let host = header("host") else { return false }
        return !["127.0.0.1", "localhost"].contains(host.split(separator: ":").first ?? "")
    }

    /// Whether it has a body that is not declared as JSON. A web page cannot declare it without permission.
    var hasUndeclaredBody: Bool {
        let type = header("content-type")?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
        return !(body.isEmpty && !isOversized) && type?.lowercased() != "application/json"
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
        return json(text: String(decoding: try! encoder.encode(value), as: UTF8.self), status: status)
    }

    static func json(text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: Data(text.utf8))
    }
}

/// The answer to a request, and its delay.
struct HTTPAnswer: Sendable {
    typealias Events = any AsyncSequence<ServerSentEvent, Never> & Sendable

    enum Content: Sendable {
        case response(HTTPResponse)
        /// Server-Sent Events until they end or the client disconnects. A client that reads too slowly is cut off.
        case events(Events)
        /// The same. The next event is not taken before the client has read most of the earlier ones.
        case paced(Events)
        /// A response that is made outside the daemon's thread.
        case later(LaterResponse)
        /// The connection is closed without an answer.
        case close
    }

    var content: Content
    var delay: Duration = .zero

    static func response(_ response: HTTPResponse) -> HTTPAnswer { HTTPAnswer(content: .response(response)) }
    static func events(_ events: Events) -> HTTPAnswer { HTTPAnswer(content: .events(events)) }
    static func paced(_ events: Events) -> HTTPAnswer { HTTPAnswer(content: .paced(events)) }
    static func later(_ work: @escaping @Sendable () async -> HTTPResponse) -> HTTPAnswer {
        HTTPAnswer(content: .later(LaterResponse(work)))
    }

    /// The status of the answer. 0 if there is none.
    var status: Int {
        switch content {
        case .response(let response): response.status
        case .events, .paced, .later: 200
        case .close: 0
        }
    }
}

/// A response that is made outside the daemon's thread, while the connection is suspended.
final class LaterResponse: Sendable {
    private let work: @Sendable () async -> HTTPResponse
    private let result = Locked<HTTPResponse?>(nil)

    init(_ work: @escaping @Sendable () async -> HTTPResponse) { self.work = work }

    func make() async {
        let response = await work()
        result.withLock { $0 = response }
    }

    /// The response. If the server stops before it is made, an error.
    var current: HTTPResponse {
        result.withLock { $0 } ?? .json(["error": "The server is stopping."], status: 503)
    }
}

/// One event of an event stream.
struct ServerSentEvent: Equatable, Sendable {
    /// The type of the event. `nil` stands for `message`.
    var name: String?
    var data: String
    /// The position at which the client continues after a lost connection.
    var id: String?

    /// A comment, by which a closed connection is detected.
    static let heartbeat = ":\n\n"

    /// The event in the `text/event-stream` format.
    var text: String {
        // Only these end a line in the format. Others, such as U+2028, may stand in JSON.
        let lines = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
        let head = [name.map { "event: \($0)\n" }, id.map { "id: \($0)\n" }].compactMap(\.self).joined()
        return head + lines.map { "data: \($0)\n" }.joined() + "\n"
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
