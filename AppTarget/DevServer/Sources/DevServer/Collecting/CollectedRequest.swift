public import Foundation

/// One request that the server collected, with the status that it was answered with.
public struct CollectedRequest: Equatable, Sendable {
    /// When the request line arrived, in whole milliseconds.
    public let time: Date
    /// The method as it came, such as `GET`.
    public let method: String
    /// The target up to the first `?`, percent sequences untouched.
    public let path: String
    /// The target after the first `?`, percent sequences untouched; empty when there is none.
    public let query: String
    /// The body as it came; empty when it was longer than 1 MiB.
    public let body: Data
    /// The status of the answer; 0 when the connection was closed without one.
    public let status: Int

    /// The body as text, `nil` when it is not UTF-8.
    public var text: String? { String(validating: body, as: UTF8.self) }
}

extension Date {
    /// The same time as the log can tell it.
    func inWholeMilliseconds(_ rule: FloatingPointRoundingRule) -> Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(rule) / 1000)
    }
}

extension CollectedRequest {
    init(_ request: HTTPRequest, status: Int) {
        time = request.time.inWholeMilliseconds(.down)
        method = request.method
        path = request.path
        query = request.query
        body = request.body
        self.status = status
    }
}
