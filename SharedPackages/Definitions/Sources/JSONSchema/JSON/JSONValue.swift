/// A value of JSON or JSON5.
///
/// Numbers are doubles, as in ECMAScript. Objects have no order. ``JSONSource`` knows the order of their keys.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Equatable {
    /// Compares strings scalar by scalar, as JSON does. Swift's own `==` treats `é` and `e` with an accent as equal.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { $0.count == bytes.count && $0.elementsEqual(bytes) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension JSONValue {
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The number as an integer, if it is one.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// The strings of a list without repeats; nil for anything else.
    package var distinctTexts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count && Set(texts).count == texts.count ? texts : nil
    }

    /// The member `key` of an object; nil for any other value.
    package subscript(key: String) -> JSONValue? { members?[key] }

    /// Whether an `if` of ECMAScript takes the value for true.
    package var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .number(let number): number != 0 && !number.isNaN
        case .string(let text): !text.isEmpty
        case .array, .object: true
        }
    }

    /// The value with every string and key in lower case.
    package var lowercased: JSONValue {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(text.lowercased())
        case .array(let elements): .array(elements.map(\.lowercased))
        case .object(let members):
            .object(Dictionary(members.map { ($0.lowercased(), $1.lowercased) }, uniquingKeysWith: { _, last in last }))
        }
    }
}

// MARK: Text

extension JSONValue {
    /// The result of `String(value)` in ECMAScript; nil for null, which has no `toString`.
    package var scriptText: String? {
        switch self {
        case .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.scriptText
        case .string(let text): text
        case .array(let elements): elements.map { $0.scriptText ?? "" }.joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// Compact JSON on one line, with sorted keys. Infinities and NaN are null, as in ECMAScript.
    package var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.isFinite ? number.scriptText : "null"
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0)):\($1.json)" }.joined(separator: ",")
                + "}"
        }
    }

    /// A JSON string literal of `text`, in which every ``Unicode/Scalar/isControl`` is escaped.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        guard !isPlain else { return "\"\(text)\"" }
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.isControl:
                for unit in UTF16.encode(scalar) ?? .init() {
                    let digits = String(unit, radix: 16)
                    literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

extension Unicode.Scalar {
    /// Whether the character changes how text is laid out instead of being shown: control characters, line and
    /// paragraph separators, direction marks and the byte-order mark.
    package var isControl: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return value == 0xFEFF || properties.isBidiControl
        }
    }
}

extension Double {
    /// The number as ECMAScript prints it, such as `1` instead of `1.0`.
    package var scriptText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if self == 0 { return "0" }  // Minus zero too.
        if let integer = Int(exactly: self), integer.magnitude < 1 << 53 { return String(integer) }
        // Both languages print the shortest digits that identify the number, but lay them out differently.
        let parts = "\(magnitude)".split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let all = mantissa[0] + fraction
        let digits = all.drop { $0 == "0" }
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let point = mantissa[0].count + exponent - (all.count - digits.count)
        return (self < 0 ? "-" : "") + Self.layout(String(digits), point: point)
    }

    /// The text of the number `0.digits` times ten to the power of `point`.
    private static func layout(_ digits: String, point: Int) -> String {
        let digits = digits.reversed().drop { $0 == "0" }.reversed().map(String.init).joined()
        switch point {
        case digits.count...21: return digits + String(repeating: "0", count: point - digits.count)
        case 1...21: return digits.prefix(point) + "." + digits.dropFirst(point)
        case -5...0: return "0." + String(repeating: "0", count: -point) + digits
        default:
            let rest = digits.dropFirst()
            return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + (point > 0 ? "+" : "")
                + String(point - 1)
        }
    }
}
