/// The parts of an HTTP address, as browsers read them (WHATWG URL Standard).
///
/// Tabs, line ends, surrounding space and the fragment are removed. User name, password and port are left out, because
/// they do not decide which page loads.
struct WebAddress {
    /// `http` or `https`.
    let scheme: String
    /// The host, percent-decoded and not empty. An IPv6 address keeps its brackets.
    let host: ArraySlice<UInt8>
    /// The path as it is written, with backslashes turned into slashes. It may be empty.
    private let path: ArraySlice<UInt8>
    /// The query with its question mark, percent-encoded. It may be empty.
    let query: ArraySlice<UInt8>

    /// Reads an address, or returns `nil` if it is not an HTTP address with a host.
    init?(_ text: String) {
        var bytes = Array(text.utf8)
        bytes.removeAll { $0 == Ascii.tab || $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }
        while let last = bytes.last, last <= Ascii.space { bytes.removeLast() }
        let end = bytes.firstIndex(of: Ascii.hash) ?? bytes.endIndex
        let queryStart = bytes[..<end].firstIndex(of: Ascii.questionMark) ?? end
        for index in bytes[..<queryStart].indices where bytes[index] == Ascii.backslash { bytes[index] = Ascii.slash }
        let hierarchy = bytes[..<queryStart].drop { $0 <= Ascii.space }
        guard let (scheme, rest) = Self.removingScheme(from: hierarchy) else { return nil }
        let pathStart = rest.firstIndex(of: Ascii.slash) ?? rest.endIndex
        guard let encodedHost = Self.host(of: rest[..<pathStart]) else { return nil }
        let decoded = percentDecoded(encodedHost)
        host = decoded.prefix { $0 != Ascii.slash }  // The slash before the path may be encoded.
        if host.isEmpty { return nil }
        path = host.count == decoded.count ? rest[pathStart...] : decoded[host.endIndex...] + rest[pathStart...]
        self.scheme = scheme
        query = bytes[queryStart..<end]
    }

    /// Splits off the scheme and the slashes after it. Browsers accept any number of slashes, also none.
    private static func removingScheme(from text: ArraySlice<UInt8>) -> (scheme: String, rest: ArraySlice<UInt8>)? {
        guard let end = text.firstIndex(of: Ascii.colon) else { return nil }
        let scheme = String(decoding: text[..<end], as: UTF8.self).lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        return (scheme, text[(end + 1)...].drop { $0 == Ascii.slash })
    }

    private static func host(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var host = authority
        if let userInfoEnd = host.lastIndex(of: Ascii.at) { host = host[(userInfoEnd + 1)...] }
        if host.first == Ascii.openingBracket {
            guard let end = host.firstIndex(of: Ascii.closingBracket) else { return nil }
            let rest = host[(end + 1)...]
            return rest.isEmpty || rest.first == Ascii.colon ? host[...end] : nil
        }
        return host.prefix { $0 != Ascii.colon }
    }
}

extension WebAddress {
    /// The path without dot segments, percent-encoded. A browser counts `%2e` as a dot.
    var resolvedPath: [UInt8] { Self.resolvingDotSegments(of: path, isDot: Self.isEncodedDot) }

    /// Removes `.` segments, and `..` segments with the segment before them. An empty segment counts as a segment.
    ///
    /// - Parameter isDot: Whether the bytes at the start of a segment stand for a dot, and how many they are.
    static func resolvingDotSegments(
        of path: ArraySlice<UInt8>, isDot: (ArraySlice<UInt8>) -> Int? = { $0.first == Ascii.dot ? 1 : nil }
    ) -> [UInt8] {
        let segments = path.split(separator: Ascii.slash, omittingEmptySubsequences: false).dropFirst()
        var resolved: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch dotCount(segment, isDot: isDot) {
            case 1: if isLast { resolved.append([]) }
            case 2:
                _ = resolved.popLast()
                if isLast { resolved.append([]) }
            default: resolved.append(segment)
            }
        }
        return [Ascii.slash] + resolved.joined(separator: CollectionOfOne(Ascii.slash))
    }

    /// The number of dots in a segment of nothing else, or `nil`.
    private static func dotCount(_ segment: ArraySlice<UInt8>, isDot: (ArraySlice<UInt8>) -> Int?) -> Int? {
        var rest = segment
        var count = 0
        while !rest.isEmpty {
            guard count < 2, let length = isDot(rest) else { return nil }
            rest = rest.dropFirst(length)
            count += 1
        }
        return count
    }

    private static func isEncodedDot(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.first == Ascii.dot { return 1 }
        let escape = bytes.prefix(3).map(Ascii.lowercased)
        return escape == Array("%2e".utf8) ? 3 : nil
    }
}

/// The characters that give an address its structure.
enum Ascii {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let hash = UInt8(ascii: "#")
    static let percent = UInt8(ascii: "%")
    static let dot = UInt8(ascii: ".")
    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")
    static let colon = UInt8(ascii: ":")
    static let questionMark = UInt8(ascii: "?")
    static let at = UInt8(ascii: "@")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")

    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
