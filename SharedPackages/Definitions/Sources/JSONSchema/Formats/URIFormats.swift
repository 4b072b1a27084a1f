/// Addresses by the grammar of RFC 3986 and RFC 6570, read over the bytes of the text.
enum URIFormats {
    private static let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    private static let subDelimiters = Set("!$&'()*+,;=".utf8)
    private static let pathCharacters = unreserved.union(subDelimiters).union(":@".utf8)
    private static let queryCharacters = pathCharacters.union("/?".utf8)
    private static let userCharacters = unreserved.union(subDelimiters).union(":".utf8)
    private static let hostCharacters = unreserved.union(subDelimiters)

    /// An absolute address with a scheme.
    static func isURI(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else { return false }
        return isRelative(text[text.index(after: colon)...], allowsColon: true, allowsEmptyPath: false)
    }

    /// An address with or without a scheme.
    static func isReference(_ text: String) -> Bool {
        isURI(text) || isRelative(text[...], allowsColon: false, allowsEmptyPath: true)
            || (text.firstIndex(of: ":").map { isScheme(text[..<$0]) && $0 == text.index(before: text.endIndex) }
                ?? false)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
        return text.utf8.allSatisfy { unreserved.contains($0) && $0 != 0x5F && $0 != 0x7E || $0 == 0x2B }
    }

    private static func isRelative(_ text: Substring, allowsColon: Bool, allowsEmptyPath: Bool) -> Bool {
        let (withoutFragment, fragment) = cut(text, at: "#")
        let (hierarchy, query) = cut(withoutFragment, at: "?")
        guard isText(fragment ?? "", of: queryCharacters), isText(query ?? "", of: queryCharacters) else {
            return false
        }
        // The reference's format also takes what follows a single slash for an authority.
        for slashes in ["/", "//"] where hierarchy.hasPrefix(slashes) {
            let rest = hierarchy.dropFirst(slashes.count)
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            if isAuthority(rest[..<slash]), isText(rest[slash...], of: pathCharacters.union("/".utf8)) { return true }
        }
        guard !hierarchy.hasPrefix("//") else { return false }
        guard isText(hierarchy, of: pathCharacters.union("/".utf8)) else { return false }
        if hierarchy.isEmpty { return allowsEmptyPath }
        return allowsColon || !hierarchy.prefix { $0 != "/" }.contains(":")
    }

    private static func isAuthority(_ text: Substring) -> Bool {
        var host = text
        if let at = text.lastIndex(of: "@") {
            guard isText(text[..<at], of: userCharacters) else { return false }
            host = text[text.index(after: at)...]
        }
        if host.hasPrefix("[") {
            guard let close = host.firstIndex(of: "]") else { return false }
            let literal = host[host.index(after: host.startIndex)..<close]
            guard isIPv6(literal) || literal.wholeMatch(of: /[Vv][0-9A-Fa-f]+\.[-A-Za-z0-9._~!$&'()*+,;=:]+/) != nil
            else { return false }
            return isPort(host[host.index(after: close)...])
        }
        let colon = host.lastIndex(of: ":") ?? host.endIndex
        return isText(host[..<colon], of: hostCharacters) && isPort(host[colon...])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix(":") && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    /// Four decimal numbers up to 255, without leading zeros.
    static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...3).contains(part.utf8.count)
                    && (Int(part) ?? 256) <= 255 && (part.utf8.count == 1 || !part.hasPrefix("0"))
            }
    }

    /// Eight groups of hexadecimal digits; one run of zeros may be left out, and the last two may be an IPv4 address.
    static func isIPv6(_ text: Substring) -> Bool {
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard !text.isEmpty, halves.count < 3, !(halves.last ?? "").contains("::") else { return false }
        var count = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let groups = half.split(separator: ":", omittingEmptySubsequences: false)
            for (position, group) in groups.enumerated() {
                let isLast = index == halves.count - 1 && position == groups.count - 1
                if isLast, group.contains(".") {
                    guard isIPv4(group) else { return false }
                    count += 2
                } else {
                    guard (1...4).contains(group.utf8.count), group.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
                        return false
                    }
                    count += 1
                }
            }
        }
        return halves.count == 2 ? count < 8 : count == 8
    }

    /// Literals and `{expressions}` of RFC 6570.
    static func isTemplate(_ text: String) -> Bool {
        let literal = /(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9A-Fa-f]{2})/
        let name = #"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*(?::[1-9][0-9]{0,3}|\*)?"#
        guard let expression = try? Regex(#"\{[+#./;?&=,!@|]?\#(name)(?:,\#(name))*\}"#) else { return false }
        var rest = text[...]
        while !rest.isEmpty {
            if let match = rest.prefixMatch(of: literal) {
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: expression) {
                rest = rest[match.range.upperBound...]
            } else {
                return false
            }
        }
        return true
    }

    /// A web or FTP address with a public host name or a public IPv4 address; a query needs a path before it.
    static func isURL(_ text: String) -> Bool {
        guard let scheme = text.prefixMatch(of: /(?i:https?|ftp):\/\//), !text.contains(where: \.isWhitespace) else {
            return false
        }
        let rest = text[scheme.range.upperBound...]
        // Anything may stand before an `@`, slashes too.
        let afterUser = rest.indices.lazy.filter { rest[$0] == "@" && $0 > rest.startIndex }.map {
            rest.index(after: $0)
        }
        return isPublicAddress(rest) || afterUser.contains { isPublicAddress(rest[$0...]) }
    }

    /// A host, a port and a path. Reads no further than the port, since a long text may hold many such addresses.
    private static func isPublicAddress(_ text: Substring) -> Bool {
        let host = text.prefix { $0 != "/" && $0 != ":" && $0 != "@" }
        var rest = text[host.endIndex...]
        if rest.first == ":" {
            let port = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard (2...5).contains(port.count) else { return false }
            rest = rest[port.endIndex...]
        }
        guard rest.isEmpty || rest.first == "/" else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count == 4, isPublicIPv4(labels) { return true }
        guard labels.count > 1, let last = labels.last, last.unicodeScalars.count > 1,
            last.unicodeScalars.allSatisfy({ isLabelScalar($0) && !("0"..."9").contains($0) })
        else { return false }
        return labels.allSatisfy { label in
            // Hyphens stand alone between other characters.
            label.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.unicodeScalars.allSatisfy(isLabelScalar)
            }
        }
    }

    private static func isLabelScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? Character(scalar).isLetter || Character(scalar).isNumber : (0xA1...0xFFFF) ~= scalar.value
    }

    /// Neither private nor local, neither a network nor a broadcast address.
    private static func isPublicIPv4(_ parts: [Substring]) -> Bool {
        let isNumber = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && $0.utf8.count <= 3 }
        let numbers = parts.compactMap { Int($0) }
        guard isNumber, numbers.count == 4, !parts[0].hasPrefix("0"), !parts[3].hasPrefix("0"),
            (1...223).contains(numbers[0]), numbers[1...2].allSatisfy({ $0 <= 255 }), (1...254).contains(numbers[3])
        else { return false }
        switch (numbers[0], numbers[1]) {
        case (10, _), (127, _), (169, 254), (192, 168), (172, 16...31): return false
        default: return true
        }
    }

    private static func cut(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    /// Whether `text` holds only `allowed` bytes and whole percent escapes.
    private static func isText(_ text: Substring, of allowed: Set<UInt8>) -> Bool {
        var escape = 0
        for byte in text.utf8 {
            if escape > 0 {
                guard byte.isHexadecimalDigit else { return false }
                escape -= 1
            } else if byte == UInt8(ascii: "%") {
                escape = 2
            } else if !allowed.contains(byte) {
                return false
            }
        }
        return escape == 0
    }
}
