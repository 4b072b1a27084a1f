/// A recursive-descent parser of JSON and JSON5.
///
/// Takes time in proportion to the text. Nesting deeper than ``deepest`` is an error.
struct JSONParser {
    enum Grammar {
        case json, json5
    }

    struct Failure: Error {
        var offset: Int
        var message: String
    }

    /// The levels of objects and lists that one text may nest. Validation recurses as deep, on threads with small stacks.
    static let deepest = 128

    let bytes: UnsafeBufferPointer<UInt8>
    let isJSON5: Bool
    var position = 0
    private var depth = 0
    /// Keys that a later one of the same object replaces.
    private(set) var repeatedKeys: [(key: String, offset: Int)] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, as grammar: Grammar) {
        self.bytes = bytes
        isJSON5 = grammar == .json5
    }

    mutating func document() throws(Failure) -> (JSONValue, JSONSource.Node) {
        if let offset = bytes.firstInvalidUTF8 {
            throw Failure(offset: offset, message: "Expected UTF-8, found the byte \(bytes[offset]).")
        }
        try skipBlanks()
        let result = try value()
        try skipBlanks()
        guard position == bytes.count else { throw unexpected("the end of the text") }
        return result
    }

    private mutating func value() throws(Failure) -> (JSONValue, JSONSource.Node) {
        let start = position
        var value: JSONValue
        var parts: JSONSource.Parts?
        switch next {
        case UInt8(ascii: "{"): (value, parts) = try object()
        case UInt8(ascii: "["): (value, parts) = try list()
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "'") where isJSON5: value = .string(try string())
        case UInt8(ascii: "t") where take("true"): value = .bool(true)
        case UInt8(ascii: "f") where take("false"): value = .bool(false)
        case UInt8(ascii: "n") where take("null"): value = .null
        default: value = .number(try number())
        }
        return (value, JSONSource.Node(start: start, end: position, parts: parts))
    }

    // MARK: Objects and lists

    private mutating func object() throws(Failure) -> (JSONValue, JSONSource.Parts?) {
        var values: [String: JSONValue] = [:]
        var members: [JSONSource.Member] = []
        var index: [String: Int]?
        try enter()
        while next != UInt8(ascii: "}") {
            let start = position
            let key = try key()
            try skipBlanks()
            guard take(":") else { throw unexpected("':'") }
            try skipBlanks()
            let (value, node) = try value()
            if values.updateValue(value, forKey: key) != nil {
                let places = index ?? Dictionary(members.enumerated().map { ($1.key, $0) }) { _, last in last }
                if let place = places[key] { repeatedKeys.append((key, members[place].start)) }
                index = places
            }
            index?[key] = members.count
            members.append(.init(key: key, start: start, node: node))
            guard try takeSeparator(before: "}") else { break }
        }
        leave()
        return (.object(values), members.isEmpty ? nil : JSONSource.Parts(members: members, index: index))
    }

    private mutating func list() throws(Failure) -> (JSONValue, JSONSource.Parts?) {
        var values: [JSONValue] = []
        var nodes: [JSONSource.Node] = []
        try enter()
        while next != UInt8(ascii: "]") {
            let (value, node) = try value()
            values.append(value)
            nodes.append(node)
            guard try takeSeparator(before: "]") else { break }
        }
        leave()
        return (.array(values), nodes.isEmpty ? nil : JSONSource.Parts(elements: nodes))
    }

    private mutating func enter() throws(Failure) {
        depth += 1
        guard depth <= Self.deepest else {
            throw Failure(offset: position, message: "Expected at most \(Self.deepest) nested objects and lists.")
        }
        position += 1
        try skipBlanks()
    }

    /// Steps over the closing bracket.
    private mutating func leave() {
        depth -= 1
        position += 1
    }

    /// Steps over a comma and the blanks around it; false at the closing bracket.
    private mutating func takeSeparator(before bracket: Unicode.Scalar) throws(Failure) -> Bool {
        try skipBlanks()
        guard take(",") else {
            guard next == UInt8(ascii: bracket) else { throw unexpected("',' or '\(bracket)'") }
            return false
        }
        try skipBlanks()
        if !isJSON5, next == UInt8(ascii: bracket) { throw unexpected("a value") }
        return true
    }

    // MARK: Bytes

    /// The byte at the cursor; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func byte(_ offset: Int) -> UInt8? { position + offset < bytes.count ? bytes[position + offset] : nil }

    mutating func take(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[position + offset] != text.utf8Start[offset] { return false }
        position += length
        return true
    }

    /// The character at the cursor; nil at the end.
    var nextScalar: Unicode.Scalar? {
        guard let first = next else { return nil }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<max(length, 1) { value = value << 6 | UInt32(byte(offset) ?? 0) & 0x3F }
        return Unicode.Scalar(value)
    }

    func unexpected(_ expected: String) -> Failure {
        let found =
            nextScalar.map { "'\($0.isControl ? $0.escaped(asASCII: true) : String($0))'" } ?? "the end of the text"
        return Failure(offset: position, message: "Expected \(expected), found \(found).")
    }

    // MARK: Blanks and comments

    mutating func skipBlanks() throws(Failure) {
        while let byte = next {
            switch byte {
            case UInt8(ascii: " "), 0x9, 0xA, 0xD: position += 1
            case 0xB where isJSON5, 0xC where isJSON5: position += 1
            case UInt8(ascii: "/") where isJSON5 && (self.byte(1) == UInt8(ascii: "/")): skipLineComment()
            case UInt8(ascii: "/") where isJSON5 && (self.byte(1) == UInt8(ascii: "*")): try skipBlockComment()
            case 0x80... where isJSON5:
                guard let scalar = nextScalar, ScalarSet.whiteSpace.contains(scalar) else { return }
                position += UTF8.width(scalar)
            default: return
            }
        }
    }

    /// Ends at a line break. U+2028 and U+2029 are line breaks too.
    private mutating func skipLineComment() {
        while let byte = next, byte != 0xA, byte != 0xD {
            if byte == 0xE2, self.byte(1) == 0x80, self.byte(2) == 0xA8 || self.byte(2) == 0xA9 { return }
            position += 1
        }
    }

    private mutating func skipBlockComment() throws(Failure) {
        position += 2
        while next != nil {
            if take("*/") { return }
            position += 1
        }
        throw unexpected("'*/'")
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first byte that is not part of UTF-8; nil if there is none.
    package var firstInvalidUTF8: Int? {
        var index = 0
        while index < count {
            let first = self[index]
            if first < 0x80 {
                index += 1
                continue
            }
            let second: ClosedRange<UInt8>
            let length: Int
            switch first {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return index
            }
            guard index + length <= count, second.contains(self[index + 1]) else { return index }
            for offset in 2..<Swift.max(length, 2) where self[index + offset] & 0xC0 != 0x80 { return index }
            index += length
        }
        return nil
    }
}
