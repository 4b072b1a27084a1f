import Foundation

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
            ScalarSet.whiteSpace.ranges.contains { $0.contains(scalar.value) }
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
