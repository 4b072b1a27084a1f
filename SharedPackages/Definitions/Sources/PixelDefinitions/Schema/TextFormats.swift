/// The remaining formats of text.
enum TextFormats {
    static func isEmail(_ text: String) -> Bool {
        let local = /[A-Za-z0-9!#$%&'*+\/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`{|}~-]+)*/
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].wholeMatch(of: local) != nil else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { isLabel($0, longest: .max) }
    }

    static func isHostname(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) || (text.utf8.count == 254 && text.hasSuffix(".")) else {
            return false
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isLabel($0, longest: 63) }
    }

    /// Letters, digits and inner hyphens.
    private static func isLabel(_ label: Substring, longest: Int) -> Bool {
        (1...longest).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// A regular expression without the `u` flag, which forgives needless escapes and lone braces.
    static func isRegex(_ text: String) -> Bool {
        // The reference's format rejects `\Z` but at the beginning or behind a backslash: it means nothing in ECMAScript.
        text.firstMatch(of: /[^\\]\\Z/) == nil && (try? PatternParser.parse(text, as: .lenient)) != nil
    }

    static func isUUID(_ text: String) -> Bool {
        let digits = text.lowercased().hasPrefix("urn:uuid:") ? text.dropFirst(9) : text[...]
        let groups = digits.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.joined().utf8.allSatisfy(\.isHexadecimalDigit)
    }

    static func isPointer(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix("/") && text.matches(of: /~(?![01])/).isEmpty)
    }

    static func isPointerFragment(_ text: String) -> Bool {
        text.wholeMatch(of: /#(?:\/(?:[A-Za-z0-9_\-.!$&'()*+,;:=@]|%[0-9A-Fa-f]{2}|~0|~1)*)*/) != nil
    }

    static func isRelativePointer(_ text: String) -> Bool {
        guard let match = text.prefixMatch(of: /0|[1-9][0-9]*/) else { return false }
        let rest = text[match.range.upperBound...]
        return rest == "#" || isPointer(rest)
    }

    static func isBase64(_ text: String) -> Bool {
        text.wholeMatch(of: /(?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/]{2}==|[A-Za-z0-9+\/]{3}=)?/) != nil
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isHexadecimalDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20) }
}
