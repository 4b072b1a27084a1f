import Foundation

/// The cursor behind ``SourceOutline``.
struct OutlineScanner {
    let text: [UInt8]
    private var position = 0
    private var depth = 0
    /// Where the scanner first could not follow the text.
    private(set) var lostAt: Int?

    init(text: [UInt8]) { self.text = text }

    /// The value that the text is; nil if it is empty.
    mutating func document() -> SourceOutline.Node? {
        guard let node = value() else { return nil }
        skipBlanks()
        if position < text.count { loseTrack() }
        return node
    }

    private mutating func loseTrack() {
        if lostAt == nil { lostAt = position }
        position = text.count
    }

    /// The value at the cursor; nil at the end of the text.
    private mutating func value() -> SourceOutline.Node? {
        skipBlanks()
        guard position < text.count, depth < 512 else { return nil }  // Foundation gives up at 512 levels too.
        var node = SourceOutline.Node(start: position, end: position)
        switch text[position] {
        case UInt8(ascii: "{"): node.members = members()
        case UInt8(ascii: "["): node.elements = elements()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
        default: skipWord()
        }
        node.end = position
        return node
    }

    private mutating func members() -> [SourceOutline.Member] {
        var members: [SourceOutline.Member] = []
        nested { scanner in
            let start = scanner.position
            guard let key = scanner.key() else { return false }
            scanner.skipBlanks()
            guard scanner.take(":"), let node = scanner.value() else { return false }
            members.append(.init(key: key, start: start, node: node))
            return true
        }
        return members
    }

    private mutating func elements() -> [SourceOutline.Node] {
        var elements: [SourceOutline.Node] = []
        nested { scanner in
            guard let node = scanner.value(), node.end > node.start else { return false }
            elements.append(node)
            return true
        }
        return elements
    }

    /// Reads comma-separated items up to the closing bracket, or until an item cannot be read.
    private mutating func nested(_ item: (inout Self) -> Bool) {
        position += 1
        depth += 1
        defer { depth -= 1 }
        while position < text.count {
            skipBlanks()
            if take("}") || take("]") { return }
            guard item(&self) else { return loseTrack() }
            skipBlanks()
            guard take(",") || position < text.count && Self.closingBrackets.contains(text[position]) else {
                return loseTrack()
            }
        }
        loseTrack()
    }

    private mutating func key() -> String? {
        let start = position
        guard start < text.count else { return nil }
        if text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "'") {
            skipString()
            guard position - start >= 2 else { return nil }
            let literal = text[start..<position]
            guard literal.contains(UInt8(ascii: "\\")) else {
                return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
            }
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            return try? decoder.decode(String.self, from: Data(literal))
        }
        skipWord()
        return position > start ? String(decoding: text[start..<position], as: UTF8.self) : nil
    }

    private mutating func skipString() {
        let quote = text[position]
        position += 1
        while position < text.count, text[position] != quote {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, text.count)
    }

    private mutating func skipWord() {
        while position < text.count, !Self.wordEnds.contains(text[position]) { position += 1 }
    }

    private static let closingBrackets = Set("}]".utf8)
    private static let wordEnds = Set(" \t\r\n,:{}[]\"'/".utf8)

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips white space, comments and a byte-order mark.
    private mutating func skipBlanks() {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: " "), 9, 10, 11, 12, 13: position += 1
            case UInt8(ascii: "/"): skipComment()
            case 0xEF where text[position...].starts(with: [0xEF, 0xBB, 0xBF]): position += 3
            case 0xC2 where text[position...].starts(with: [0xC2, 0xA0]): position += 2
            default: return
            }
        }
    }

    private mutating func skipComment() {
        let closing: [UInt8] = text[position...].starts(with: Array("/*".utf8)) ? Array("*/".utf8) : [10]
        position += 1
        while position < text.count, !text[position...].starts(with: closing) { position += 1 }
        position = min(position + closing.count, text.count)
    }
}
