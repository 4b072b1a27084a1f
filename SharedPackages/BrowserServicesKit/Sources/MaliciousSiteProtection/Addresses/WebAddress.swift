/// The parts of an HTTP address as a browser reads them.
///
/// Tabs, carriage returns, line feeds, surrounding space and the fragment are gone, and so are user name, password and
/// port: none of them decides which page is meant.
struct WebAddress {
    /// `http` or `https`.
    let scheme: String
    /// The host, decoded; an IPv6 address keeps its brackets. Not empty.
    let host: ArraySlice<UInt8>
    /// The path, still encoded, with backslashes turned into slashes; may be empty.
    let path: ArraySlice<UInt8>
    /// The query with its question mark, still encoded; may be empty.
    let query: ArraySlice<UInt8>

    /// Reads an address, or returns `nil` if it is not an HTTP address with a host.
    init?(_ text: String) {
        var bytes = Array(text.utf8)
        bytes.removeAll { $0 == Ascii.tab || $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }
        while let last = bytes.last, last <= Ascii.space { bytes.removeLast() }
        let end = bytes.firstIndex(of: Ascii.hash) ?? bytes.endIndex
        let queryStart = bytes[..<end].firstIndex(of: Ascii.questionMark) ?? end
        for index in bytes[..<queryStart].indices where bytes[index] == Ascii.backslash {
            bytes[index] = Ascii.slash  // A browser reads them so in the addresses of the web.
        }
        let hierarchy = bytes[..<queryStart].drop { $0 <= Ascii.space }
        guard let (scheme, rest) = Self.removingScheme(from: hierarchy) else { return nil }
        let pathStart = rest.firstIndex(of: Ascii.slash) ?? rest.endIndex
        guard let encodedHost = Self.host(of: rest[..<pathStart]) else { return nil }
        let decoded = percentDecoded(encodedHost)
        host = decoded.prefix { $0 != Ascii.slash }  // The slash before the path may be encoded, too.
        if host.isEmpty { return nil }
        path = host.count == decoded.count ? rest[pathStart...] : decoded[host.endIndex...] + rest[pathStart...]
        self.scheme = scheme
        query = bytes[queryStart..<end]
    }

    private static func removingScheme(from text: ArraySlice<UInt8>) -> (scheme: String, rest: ArraySlice<UInt8>)? {
        guard let end = text.firstIndex(of: Ascii.colon), text[end...].starts(with: "://".utf8) else { return nil }
        let scheme = String(decoding: text[..<end], as: UTF8.self).lowercased()
        return scheme == "http" || scheme == "https" ? (scheme, text[(end + 3)...]) : nil
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
}
