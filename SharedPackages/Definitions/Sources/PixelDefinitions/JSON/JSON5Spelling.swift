/// Respells what JSON5 allows and Foundation's decoder refuses: control characters and needless escapes in strings, lone
/// surrogates, and white space of Unicode between tokens. An escaped line break goes, which Foundation would keep.
///
/// What is not JSON5 stays as it is, and is refused.
struct JSON5Spelling {
    private let text: [UInt8]
    private var position = 0
    private var result: [UInt8] = []

    /// The bytes of `text` in a spelling that Foundation reads.
    static func respelled(_ text: [UInt8]) -> [UInt8] {
        // Most texts need nothing.
        guard text.contains(where: { $0 == backslash || $0 >= 0x80 || ($0 < 0x20 && $0 != 0xA && $0 != 0xD) }) else {
            return text
        }
        var spelling = Self(text: text)
        spelling.result.reserveCapacity(text.count + 64)
        while spelling.position < text.count { spelling.token() }
        return spelling.result
    }

    private init(text: [UInt8]) { self.text = text }

    private static let backslash = UInt8(ascii: "\\")

    private mutating func token() {
        switch text[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): string()
        case UInt8(ascii: "/") where next(1) == UInt8(ascii: "/"): comment()
        case UInt8(ascii: "/") where next(1) == UInt8(ascii: "*"): blockComment()
        case 0xB, 0xC: replace(1, with: " ")
        case 0x80...: blank()
        default: copy(1)
        }
    }

    // MARK: Between tokens

    private static let blanks: [[UInt8]] = ScalarSet.whiteSpace.ranges.flatMap(\.self).compactMap { value in
        value < 0x80 ? nil : Unicode.Scalar(value).flatMap { UTF8.encode($0) }.map(Array.init)
    }

    private mutating func blank() {
        guard let blank = Self.blanks.first(where: { text[position...].starts(with: $0) }) else { return copy(1) }
        replace(blank.count, with: " ")
    }

    /// Ends at a line break, which U+2028 and U+2029 are too.
    private mutating func comment() {
        while position < text.count, text[position] != 0xA, text[position] != 0xD {
            if isLineSeparator(at: position) { return replace(3, with: "\n") }
            copy(1)
        }
    }

    private mutating func blockComment() {
        copy(2)
        while position < text.count {
            if text[position] == UInt8(ascii: "*"), next(1) == UInt8(ascii: "/") { return copy(2) }
            copy(1)
        }
    }

    // MARK: Strings

    private mutating func string() {
        let quote = text[position]
        copy(1)
        while position < text.count {
            switch text[position] {
            case quote: return copy(1)
            case Self.backslash: escape()
            case 0xA, 0xD: return copy(1)  // An error, which the decoder reports.
            case ..<0x20: replace(1, with: Self.escaped(text[position]))
            default: copy(1)
            }
        }
    }

    private mutating func escape() {
        switch next(1) {
        case nil: copy(1)
        case UInt8(ascii: "u"): unicodeEscape()
        case UInt8(ascii: "x"):
            let digits = text[min(position + 2, text.count)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isHexadecimalDigit) else { return copy(2) }
            replace(4, with: "\\u00" + String(decoding: digits, as: UTF8.self))
        case UInt8(ascii: "v"): replace(2, with: "\\u000b")
        case UInt8(ascii: "0"):
            guard let digit = next(2), (0x30...0x39).contains(digit) else { return replace(2, with: "\\u0000") }
            copy(2)
        case 0xD where next(2) == 0xA: position += 3
        case 0xA, 0xD: position += 2  // The string goes on behind the line break.
        case let byte? where "\"'\\/bfnrt123456789".utf8.contains(byte): copy(2)
        case _ where isLineSeparator(at: position + 1): position += 4
        default: position += 1  // The character means itself.
        }
    }

    /// A lone surrogate becomes U+FFFD, since no Swift string holds one.
    private mutating func unicodeEscape() {
        switch codeUnit(at: position) {
        case (0xD800...0xDBFF)?:
            guard let low = codeUnit(at: position + 6), (0xDC00...0xDFFF).contains(low) else {
                return replace(6, with: "\\ufffd")
            }
            copy(12)
        case (0xDC00...0xDFFF)?: replace(6, with: "\\ufffd")
        case .some: copy(6)
        case nil: copy(2)
        }
    }

    private func codeUnit(at start: Int) -> UInt16? {
        guard start + 6 <= text.count, text[start] == Self.backslash, text[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = text[(start + 2)..<(start + 6)]
        return digits.allSatisfy(\.isHexadecimalDigit)
            ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }

    private static func escaped(_ byte: UInt8) -> String { "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))" }

    // MARK: Bytes

    private func next(_ offset: Int) -> UInt8? { position + offset < text.count ? text[position + offset] : nil }

    private func isLineSeparator(at start: Int) -> Bool {
        start < text.count
            && (text[start...].starts(with: [0xE2, 0x80, 0xA8]) || text[start...].starts(with: [0xE2, 0x80, 0xA9]))
    }

    private mutating func copy(_ count: Int) {
        let end = min(position + count, text.count)
        result += text[position..<end]
        position = end
    }

    private mutating func replace(_ count: Int, with spelling: String) {
        result += spelling.utf8
        position += count
    }
}
