import JSONSchema

/// The formats of recorded requests, one per line.
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
        // A leading number busts caches.
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
        // As in the collector's pipeline, which replaces dots in names and removes nonces from queries.
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

/// The common form of a `{"pixel": …, "params": …}` line: these two strings, in either order, without escapes.
///
/// A parse of such a line as JSON would take longer than the check.
private enum PlainRequestLine {
    /// The request in `line`; nil if the line is of any other form.
    static func parse(_ line: String) -> Request? {
        var line = line
        return line.withUTF8 { bytes in
            var scanner = Scanner(bytes: bytes)
            return scanner.request()
        }
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func request() -> Request? {
            guard take("{") else { return nil }
            var name: String?
            var query: String?
            repeat {
                guard let key = string(), take(":"), let value = string() else { return nil }
                switch key {
                case "pixel" where name == nil: name = value
                case "params" where query == nil: query = value
                default: return nil
                }
            } while take(",")
            guard take("}"), atEnd(), let name, let query else { return nil }
            return Request(name: name, query: query)
        }

        private mutating func skipBlanks() {
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x9 { position += 1 }
        }

        private mutating func take(_ mark: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
            position += 1
            return true
        }

        private mutating func atEnd() -> Bool {
            skipBlanks()
            return position == bytes.count
        }

        private mutating func string() -> String? {
            guard take("\"") else { return nil }
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                guard bytes[position] != UInt8(ascii: "\\"), bytes[position] >= 0x20 else { return nil }
                position += 1
            }
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        }
    }
}
