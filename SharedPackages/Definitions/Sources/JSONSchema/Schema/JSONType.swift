import Foundation

/// The types of JSON Schema.
package enum JSONType: String, Sendable, CaseIterable {
    case string, number, integer, boolean, null, array, object
}

extension JSONValue {
    /// Whether the value is of `type` as it stands; infinities and NaN are of no type.
    package func fits(_ type: JSONType) -> Bool {
        switch (self, type) {
        case (.string, .string), (.bool, .boolean), (.null, .null), (.array, .array), (.object, .object): true
        case (.number(let number), .number): number.isFinite
        case (.number(let number), .integer): number.isFinite && number == number.rounded(.towardZero)
        default: false
        }
    }

    /// The value converted to `type`, by the rules of the reference's schema library; nil if it cannot be.
    package func coerced(to type: JSONType) -> JSONValue? {
        switch type {
        case .string:
            switch self {
            case .number, .bool: scriptText.map(JSONValue.string)
            case .null: .string("")
            default: nil
            }
        case .number: coercedNumber.map(JSONValue.number)
        case .integer:
            coercedNumber.flatMap { number in
                // Infinity counts as whole here: the remainder of a division by one is NaN, which is not "true".
                number.isInfinite || number == number.rounded(.towardZero) ? .number(number) : nil
            }
        case .boolean:
            switch self {
            case .string("true"), .number(1): .bool(true)
            case .string("false"), .number(0), .null: .bool(false)
            default: nil
            }
        case .null: self == .string("") || self == .number(0) || self == .bool(false) ? .null : nil
        case .array, .object: nil
        }
    }

    /// The value of a `type` keyword; nil if it names no type, or one twice.
    package var jsonTypes: [JSONType]? {
        if let text { return JSONType(rawValue: text).map { [$0] } }
        guard let names = distinctTexts, !names.isEmpty else { return nil }
        let types = names.compactMap(JSONType.init(rawValue:))
        return types.count == names.count ? types : nil
    }

    private var coercedNumber: Double? {
        switch self {
        case .bool(let flag): flag ? 1 : 0
        case .null: 0
        case .number(let number): number
        case .string(let text): text.isEmpty ? nil : ScriptNumber.parse(text)
        case .array, .object: nil
        }
    }
}

/// The members that every object of ECMAScript inherits.
///
/// A look-up by name finds them in any object, so a program that does not expect them treats such names as known.
package enum ScriptObject {
    package static let members: Set = [
        "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
        "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
    ]
}

/// `Number(text)` of ECMAScript.
enum ScriptNumber {
    /// The number that `text` spells; nil where ECMAScript answers NaN.
    static func parse(_ text: String) -> Double? {
        if let value = smallInteger(text) { return value }
        let trimmed = trim(text)
        if trimmed.isEmpty { return 0 }
        if let prefixed = prefixed(trimmed) { return prefixed.value }
        var digits = trimmed[...]
        if let sign = digits.first, sign == "+" || sign == "-" { digits.removeFirst() }
        if digits == "Infinity" { return trimmed.hasPrefix("-") ? -.infinity : .infinity }
        guard isDecimal(digits) else { return nil }
        // Overflow gives infinity, as there.
        return strtod(trimmed, nil)
    }

    /// Plain runs of digits, which nearly all numbers are.
    private static func smallInteger(_ text: String) -> Double? {
        let digits = text.utf8
        guard (1...15).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return Double(value)
    }

    private static func trim(_ text: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            ScalarSet.whiteSpace.contains(scalar)
        }
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// `0x`, `0o` and `0b` numbers, which take no sign. The outer nil means "no such prefix".
    private static func prefixed(_ text: String) -> (value: Double?, Void)? {
        let radices: [String: Double] = ["0x": 16, "0o": 8, "0b": 2]
        guard let radix = radices[text.prefix(2).lowercased()] else { return nil }
        let digits = text.dropFirst(2)
        var value = 0.0
        for digit in digits {
            guard digit.isASCII, let digit = digit.hexDigitValue, Double(digit) < radix else { return (nil, ()) }
            value = value * radix + Double(digit)
        }
        return (digits.isEmpty ? nil : value, ())
    }

    private static func isDecimal(_ text: Substring) -> Bool {
        var digits = 0
        var rest = text.utf8[...]
        func takeDigits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        digits += takeDigits()
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            digits += takeDigits()
        }
        guard digits > 0 else { return false }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
