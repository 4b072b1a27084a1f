extension PatternParser {
    /// The atom after a backslash outside a class.
    mutating func atomEscape() throws(PatternError) -> PatternSyntax {
        guard let next else { throw error("a backslash at the end") }
        if ("1"..."9").contains(next) { return reference(to: decimal() ?? 0) }
        // Without the u flag, `\k` is a reference only if there are names.
        if !isLenient || !groupNames.isEmpty, take("k") {
            guard take("<") else { throw error("invalid named reference") }
            return reference(toGroup: try groupName())
        }
        if let set = try classEscape() { return .set(set) }
        return .scalar(try characterEscape())
    }

    /// The class after its opening bracket.
    mutating func characterClass() throws(PatternError) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = take("^")
        while !take("]") {
            guard next != nil else { throw error("unterminated character class") }
            let first = try classAtom()
            guard position + 1 < scalars.count, next == "-", scalars[position + 1] != "]" else {
                set.formUnion(first)
                continue
            }
            position += 1
            guard next != nil else { throw error("unterminated character class") }
            let last = try classAtom()
            guard case .scalar(let low) = first, case .scalar(let high) = last else {
                if isLenient {
                    for atom in [first, .scalar("-"), last] { set.formUnion(atom) }
                    continue
                }
                throw error("a class such as \\w cannot bound a range")
            }
            guard low.value <= high.value else { throw error("range out of order in a character class") }
            set.ranges.append(low.value...high.value)
        }
        return set
    }

    private mutating func classAtom() throws(PatternError) -> PatternSyntax {
        guard take("\\") else {
            guard let next else { throw error("unterminated character class") }
            position += 1
            return .scalar(next)
        }
        if take("b") { return .scalar("\u{8}") }
        if take("-") { return .scalar("-") }
        if let set = try classEscape() { return .set(set) }
        return .scalar(try characterEscape())
    }

    private mutating func classEscape() throws(PatternError) -> ScalarSet? {
        let sets: [(String, ScalarSet)] = [
            ("d", .digits), ("D", .digits.negated), ("w", .wordCharacters), ("W", .wordCharacters.negated),
            ("s", .whiteSpace), ("S", .whiteSpace.negated),
        ]
        for (letter, set) in sets where take(letter) { return set }
        if isLenient { return nil }
        let isNegated = next == "P"
        guard take("p{") || take("P{") else { return nil }
        var name = ""
        while let scalar = next, scalar != "}" {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard take("}"), let expression = UnicodePropertyName.expression(for: name) else {
            throw error("invalid property name '\(name)'")
        }
        return ScalarSet(properties: [.init(expression: expression, isNegated: isNegated)])
    }

    private mutating func characterEscape() throws(PatternError) -> Unicode.Scalar {
        guard let escaped = next else { throw error("a backslash at the end") }
        position += 1
        switch escaped {
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "0":
            if !isLenient, let next, ("0"..."9").contains(next) { throw error("invalid decimal escape") }
            return "\0"
        case "c":
            guard let letter = next, letter.properties.isAlphabetic, letter.isASCII else {
                if isLenient {
                    position -= 1
                    return "\\"
                }
                throw error("invalid \\c escape")
            }
            position += 1
            return Unicode.Scalar(UInt8(letter.value % 32))
        case "x", "u":
            let start = position
            do throws(PatternError) {
                return try escaped == "x" ? hexadecimal(digits: 2) : unicodeEscape()
            } catch  where isLenient {
                position = start
                return escaped
            }
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return escaped
        case _ where isLenient: return escaped
        default: throw error("invalid escape '\\\(escaped)'")
        }
    }

    private mutating func unicodeEscape() throws(PatternError) -> Unicode.Scalar {
        guard !isLenient, take("{") else {
            let high = try hexadecimalValue(digits: 4)
            guard (0xD800...0xDBFF).contains(high), take("\\u") else { return try scalar(high) }
            let low = try hexadecimalValue(digits: 4)
            return try scalar(0x10000 + ((high - 0xD800) << 10) + (low &- 0xDC00))
        }
        var value: UInt32?
        while let digit = next?.hexadecimalValue {
            value = min((value ?? 0) * 16 + digit, 0x110000)
            position += 1
        }
        guard let value, take("}") else { throw error("invalid \\u escape") }
        return try scalar(value)
    }

    private mutating func hexadecimal(digits: Int) throws(PatternError) -> Unicode.Scalar {
        try scalar(try hexadecimalValue(digits: digits))
    }

    private mutating func hexadecimalValue(digits: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next?.hexadecimalValue else { throw error("invalid hexadecimal escape") }
            value = value * 16 + digit
            position += 1
        }
        return value
    }

    /// A lone surrogate is refused: no Swift string holds one.
    private func scalar(_ value: UInt32) throws(PatternError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else {
            throw error("not a Unicode scalar: \(String(value, radix: 16))")
        }
        return scalar
    }
}

extension ScalarSet {
    fileprivate mutating func formUnion(_ atom: PatternSyntax) {
        switch atom {
        case .scalar(let scalar): ranges.append(scalar.value...scalar.value)
        case .set(let set):
            ranges += set.resolvedRangesWithoutProperties
            properties += set.properties
        case .empty, .sequence, .alternatives, .group, .repetition, .start, .end, .wordBoundary, .look, .backreference:
            break
        }
    }

    private var resolvedRangesWithoutProperties: [ClosedRange<UInt32>] {
        ranges.isEmpty && !properties.isEmpty ? [] : resolvedRanges
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimalValue: UInt32? { isASCII ? Character(self).hexDigitValue.map(UInt32.init) : nil }
}
