import Foundation

extension JSONValue {
    /// What `String(value)` of ECMAScript gives; nil for null, which has no `toString`.
    var scriptText: String? {
        switch self {
        case .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.scriptText
        case .string(let text): text
        case .array(let elements): elements.map { $0.scriptText ?? "" }.joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// Compact JSON with the keys in order, for messages and generated files.
    package var json: String {
        switch self {
        case .null: "null"
        case .bool, .number: scriptText ?? "null"
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0)):\($1.json)" }.joined(separator: ",")
                + "}"
        }
    }

    /// A JSON string literal of `text`.
    package static func quoted(_ text: String) -> String {
        let needsEscapes = text.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        guard needsEscapes else { return "\"\(text)\"" }
        var literal: [UInt8] = [UInt8(ascii: "\"")]
        literal.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): literal += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): literal += "\\n".utf8
            case UInt8(ascii: "\r"): literal += "\\r".utf8
            case UInt8(ascii: "\t"): literal += "\\t".utf8
            case ..<0x20: literal += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: literal.append(byte)
            }
        }
        literal.append(UInt8(ascii: "\""))
        return String(decoding: literal, as: UTF8.self)
    }
}

extension Double {
    /// The number as ECMAScript prints it: `1`, not `1.0`.
    var scriptText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        // Beyond these bounds, and for very small fractions, both languages turn to exponents, in slightly different forms.
        return self == rounded() && magnitude < 1e21 ? String(format: "%.0f", self) : "\(self)"
    }
}
