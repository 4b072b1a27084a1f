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
