extension JSONParser {
    // MARK: Keys

    /// The key of a member: a string, or in JSON5 an identifier.
    mutating func key() throws(Failure) -> String {
        let next = next
        if next == UInt8(ascii: "\"") || (isJSON5 && next == UInt8(ascii: "'")) { return try string() }
        guard isJSON5 else { throw unexpected("a key") }
        let start = position
        while let next = self.next, next.isASCIILetter || next == UInt8(ascii: "_") || isDigit(next) && position > start
        {
            position += 1
        }
        // Nearly all keys end here.
        if let next = self.next, next >= 0x80 || next == UInt8(ascii: "\\") || next == UInt8(ascii: "$") {
            position = start
            return try identifier()
        }
        guard position > start else { throw unexpected("a key") }
        return text(start..<position)
    }

    private mutating func identifier() throws(Failure) -> String {
        var name = ""
        while let scalar = nextScalar {
            var scalar = scalar
            let start = position
            if take("\\u") {
                guard let unit = codeUnit(), let escaped = Unicode.Scalar(unit) else { throw unexpected("a key") }
                scalar = escaped
            } else {
                position += UTF8.width(scalar)
            }
            guard Self.isPart(scalar, isFirst: name.isEmpty) else {
                position = start
                break
            }
            name.unicodeScalars.append(scalar)
        }
        guard !name.isEmpty else { throw unexpected("a key") }
        return name
    }

    private static func isPart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar == "$" || scalar == "_" { return true }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
        default: return !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
        }
    }

    // MARK: Strings

    /// The string at the cursor, with its escapes resolved.
    mutating func string() throws(Failure) -> String {
        let quote = bytes[position]
        position += 1
        let start = position
        while let byte = next, byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if next == quote {
            defer { position += 1 }
            return text(start..<position)
        }
        var result = Array(bytes[start..<position])
        while let byte = next, byte != quote {
            switch byte {
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &result)
            case 0xA, 0xD: throw unexpected("the end of the string")
            case ..<0x20 where !isJSON5: throw unexpected("an escape")
            default:
                result.append(byte)
                position += 1
            }
        }
        guard next == quote else { throw unexpected("the end of the string") }
        position += 1
        return String(decoding: result, as: UTF8.self)
    }

    /// Resolves the escape behind a backslash.
    private mutating func escape(into result: inout [UInt8]) throws(Failure) {
        guard let scalar = nextScalar else { throw unexpected("an escape") }
        let start = position
        position += UTF8.width(scalar)
        switch scalar {
        case "\"", "\\", "/": result.append(UInt8(ascii: scalar))
        case "b": result.append(0x8)
        case "f": result.append(0xC)
        case "n": result.append(0xA)
        case "r": result.append(0xD)
        case "t": result.append(0x9)
        case "u": try unicodeEscape(into: &result, start)
        case _ where !isJSON5:
            position = start
            throw unexpected("an escape")
        case "v": result.append(0xB)
        case "0" where !(next.map(isDigit) ?? false): result.append(0)
        case "x":
            guard let high = hexadecimalDigit(0), let low = hexadecimalDigit(1) else {
                throw unexpected("two hexadecimal digits")
            }
            position += 2
            result += UTF8.encode(Unicode.Scalar(UInt8(high << 4 | low))).map(Array.init) ?? []
        case "0"..."9":
            position = start
            throw unexpected("an escape")
        // The string goes on behind an escaped line break.
        case "\r": _ = take("\n")
        case "\n", "\u{2028}", "\u{2029}": break
        default: result += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }

    /// A lone surrogate becomes U+FFFD, since no Swift string holds one.
    private mutating func unicodeEscape(into result: inout [UInt8], _ start: Int) throws(Failure) {
        guard var value = codeUnit() else { throw unexpected("four hexadecimal digits") }
        if (0xD800...0xDBFF).contains(value) {
            let end = position
            if take("\\u"), let low = codeUnit(), (0xDC00...0xDFFF).contains(low) {
                value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)
            } else {
                position = end
            }
        }
        result += UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}").map(Array.init) ?? []
    }

    /// Four hexadecimal digits at the cursor.
    private mutating func codeUnit() -> UInt32? {
        var value: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = hexadecimalDigit(offset) else { return nil }
            value = value << 4 | digit
        }
        position += 4
        return value
    }

    private func hexadecimalDigit(_ offset: Int) -> UInt32? {
        switch byte(offset) {
        case let digit? where isDigit(digit): UInt32(digit) - 0x30
        case let digit? where (0x61...0x66).contains(digit | 0x20): UInt32(digit | 0x20) - 0x57
        default: nil
        }
    }

    // MARK: Numbers

    /// The number at the cursor.
    mutating func number() throws(Failure) -> Double {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || (isJSON5 && next == UInt8(ascii: "+")) { position += 1 }
        if isJSON5 {
            if take("Infinity") { return isNegative ? -.infinity : .infinity }
            if take("NaN") { return .nan }
            if take("0x") || take("0X") { return try hexadecimal() * (isNegative ? -1 : 1) }
        }
        let digits = position
        let whole = takeDigits()
        if whole > 1, bytes[digits] == UInt8(ascii: "0") {
            position = digits + 1
            throw unexpected("a number without leading zeros")
        }
        var fraction = 0
        let point = position
        if take(".") {
            fraction = takeDigits()
            if !isJSON5, fraction == 0 || whole == 0 { throw unexpected("a digit") }
        }
        guard whole + fraction > 0 else {
            position = start
            throw unexpected("a value")
        }
        let hasExponent = next.map { $0 | 0x20 == UInt8(ascii: "e") } ?? false
        if point == position, whole <= 15, !hasExponent {
            return integer(digits..<position) * (isNegative ? -1 : 1)
        }
        if hasExponent {
            position += 1
            if !take("+") { _ = take("-") }
            guard takeDigits() > 0 else { throw unexpected("a digit") }
        }
        guard let value = Double(text(digits..<position)), value.isFinite else {
            position = start
            throw Failure(offset: start, message: "Expected a number that fits into a double.")
        }
        return isNegative ? -value : value
    }

    private func integer(_ range: Range<Int>) -> Double {
        Double(range.reduce(0) { $0 * 10 + Int(bytes[$1] - 0x30) })
    }

    private mutating func hexadecimal() throws(Failure) -> Double {
        guard hexadecimalDigit(0) != nil else { throw unexpected("a hexadecimal digit") }
        var value = 0.0
        while let digit = hexadecimalDigit(0) {
            value = value * 16 + Double(digit)
            position += 1
        }
        return value
    }

    private mutating func takeDigits() -> Int {
        let start = position
        while let digit = next, isDigit(digit) { position += 1 }
        return position - start
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}
