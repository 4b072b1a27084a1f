/// The forms in which recorded requests come, one a line.
package enum RequestFormat: String, CaseIterable, Sendable {
    /// An address such as `https://host/t/name?key=value`.
    case url
    /// A debug log with the pixel's name and query as the last word that has a query.
    case log
    /// `{"pixel": name, "params": query}`.
    case jsonl
    /// An access log of nginx, in its combined form or as JSON.
    case nginx

    /// The request in `line`; nil if there is none.
    package func request(in line: String) -> Request? {
        switch self {
        case .url: Self.urlRequest(line)
        case .log: Self.logRequest(line)
        case .jsonl: Self.jsonRequest(line)
        case .nginx: Self.accessLogRequest(line)
        }
    }

    private static func urlRequest(_ line: String) -> Request? {
        let target = line.firstRange(of: "/t/").map { line[$0.upperBound...] } ?? line[...]
        var request = Request(target: target)
        // Browsers are told to bust caches with a leading number.
        if let match = request?.query.prefixMatch(of: /[0-9]+=?&/) ?? request?.query.wholeMatch(of: /[0-9]+=?/) {
            request?.query.removeSubrange(match.range)
        }
        return request
    }

    private static func logRequest(_ line: String) -> Request? {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let word = words.last(where: { $0.contains("?") }) ?? words.last else { return nil }
        let target = word.firstRange(of: "/t/").map { word[$0.upperBound...] } ?? word
        let parts = target.split(separator: "?", omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty else { return nil }
        return Request(name: String(name), query: parts.count > 1 ? String(parts[1]) : "")
    }

    private static func jsonRequest(_ line: String) -> Request? {
        if let request = PlainRequestLine.parse(line) { return request }
        guard let value = JSONDocument(strict: line)?.value, let name = value["pixel"]?.text else { return nil }
        switch value["params"] {
        case .string(let query): return Request(name: name, query: query)
        case nil, .null: return Request(name: name, query: "")
        default: return nil
        }
    }

    private static func accessLogRequest(_ line: String) -> Request? {
        var line = line
        if line.hasPrefix("{"), let value = JSONDocument(strict: line)?.value {
            let target = ["request_uri", "request", "uri"].lazy.compactMap { value[$0]?.text }.first ?? ""
            let query = ["args", "query_string"].lazy.compactMap { value[$0]?.text }.first
            line = query.map { target.contains("?") ? target : "\(target)?\($0)" } ?? target
        }
        guard let start = line.firstRange(of: "/t/")?.upperBound else { return nil }
        guard var request = Request(target: line[start...].prefix { $0 != " " && $0 != "\"" }) else { return nil }
        // What the collector's pipeline does before it validates: no dots in names, no nonces in queries.
        request.name = request.name.replacing(".", with: "_")
        if request.query.utf8.contains(where: { (0x30...0x39).contains($0) }) {
            let entries = request.query.split(separator: "&", omittingEmptySubsequences: false)
            request.query = entries.filter { $0.wholeMatch(of: /[0-9]+=[0-9]*/) == nil }.joined(separator: "&")
        }
        return request
    }
}

/// A pixel's name and raw query.
package struct Request: Equatable, Sendable {
    package var name: String
    package var query: String

    package init(name: String, query: String) {
        self.name = name
        self.query = query
    }

    /// Splits `name?query`; nil without a name.
    init?(target: Substring) {
        let target = target.prefix { !$0.isWhitespace }
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        guard mark > target.startIndex else { return nil }
        name = String(target[..<mark])
        query = mark < target.endIndex ? String(target[target.index(after: mark)...]) : ""
    }
}
