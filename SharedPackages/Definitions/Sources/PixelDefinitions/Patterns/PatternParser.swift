/// Parses ECMAScript regular expressions.
struct PatternParser {
    /// Which of the language's two grammars holds.
    enum Grammar {
        /// That of the `u` flag: a stray `{`, an unneeded escape or a group that does not exist is an error.
        case unicode
        /// That of expressions without flags, in which these mean their characters.
        case lenient
    }

    private let pattern: String
    let isLenient: Bool
    let scalars: [Unicode.Scalar]
    var position = 0
    private var groupCount = 0
    private(set) var groupNames: [String: Int] = [:]
    private(set) var largestReference = 0
    var namedReferences: [String] = []

    private init(_ pattern: String, _ grammar: Grammar) {
        self.pattern = pattern
        isLenient = grammar == .lenient
        scalars = Array(pattern.unicodeScalars)
    }

    /// The syntax tree of `pattern`; named groups and references come out as numbers.
    static func parse(_ pattern: String, as grammar: Grammar = .unicode) throws(PatternError) -> PatternSyntax {
        var scan = Self(pattern, grammar)
        _ = try scan.disjunction()  // Finds the names first: a reference may stand before its group.
        var parser = Self(pattern, grammar)
        parser.groupNames = scan.groupNames
        parser.isSecondPass = true
        let syntax = try parser.disjunction()
        guard parser.position == parser.scalars.count else { throw parser.error("unmatched ')'") }
        guard parser.isLenient || parser.largestReference <= parser.groupCount else {
            throw parser.error("reference to a missing group")
        }
        if let name = parser.namedReferences.first(where: { parser.groupNames[$0] == nil }) {
            throw parser.error("reference to a missing group '\(name)'")
        }
        return syntax
    }

    private var isSecondPass = false

    func error(_ reason: String) -> PatternError { PatternError(pattern: pattern, reason: reason) }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func disjunction() throws(PatternError) -> PatternSyntax {
        var alternatives = [try sequence()]
        while take("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func sequence() throws(PatternError) -> PatternSyntax {
        var terms: [PatternSyntax] = []
        while let next, next != "|", next != ")" { terms.append(try term()) }
        switch terms.count {
        case 0: return .empty
        case 1: return terms[0]
        default: return .sequence(terms)
        }
    }

    private mutating func term() throws(PatternError) -> PatternSyntax {
        guard let assertion = try assertion() else { return try quantified(try atom()) }
        if isLenient, case .look(_, isBehind: false, _) = assertion { return try quantified(assertion) }
        return assertion
    }

    private mutating func assertion() throws(PatternError) -> PatternSyntax? {
        if take("^") { return .start }
        if take("$") { return .end }
        if take("\\b") { return .wordBoundary(isNegated: false) }
        if take("\\B") { return .wordBoundary(isNegated: true) }
        for (opening, isBehind, isNegated) in [
            ("(?=", false, false), ("(?!", false, true), ("(?<=", true, false), ("(?<!", true, true),
        ] where take(opening) {
            let body = try disjunction()
            guard take(")") else { throw error("unterminated group") }
            return .look(body, isBehind: isBehind, isNegated: isNegated)
        }
        return nil
    }

    private mutating func atom() throws(PatternError) -> PatternSyntax {
        guard let next else { throw error("unexpected end") }
        switch next {
        case ".":
            position += 1
            return .set(ScalarSet.lineBreaks.negated)
        case "(": return try group()
        case "[":
            position += 1
            return .set(try characterClass())
        case "\\":
            position += 1
            return try atomEscape()
        case "*", "+", "?": throw error("nothing to repeat")
        case "{" where isLenient:
            guard try quantifier() == nil else { throw error("nothing to repeat") }
            position += 1
            return .scalar(next)
        case "{" where !isLenient, "}" where !isLenient, "]" where !isLenient:
            throw error("lone '\(next)'; write '\\\(next)'")
        default:
            position += 1
            return .scalar(next)
        }
    }

    private mutating func group() throws(PatternError) -> PatternSyntax {
        var number: Int?
        if take("(?:") {
        } else if take("(?<") {
            let name = try groupName()
            groupCount += 1
            number = groupCount
            if !isSecondPass, groupNames.updateValue(groupCount, forKey: name) != nil {
                throw error("duplicate group name '\(name)'")
            }
        } else if take("(?") {
            throw error("unknown kind of group; flags such as (?i) do not exist")
        } else {
            position += 1
            groupCount += 1
            number = groupCount
        }
        let body = try disjunction()
        guard take(")") else { throw error("unterminated group") }
        return .group(body, number: number)
    }

    mutating func groupName() throws(PatternError) -> String {
        var name = ""
        while let next, next != ">" {
            name.unicodeScalars.append(next)
            position += 1
        }
        let isValid = name.unicodeScalars.enumerated().allSatisfy { index, scalar in
            scalar == "$" || scalar == "_"
                || (index == 0 ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
        }
        guard take(">"), !name.isEmpty, isValid else { throw error("invalid group name") }
        return name
    }

    mutating func reference(to number: Int) -> PatternSyntax {
        largestReference = max(largestReference, number)
        return .backreference(number)
    }

    mutating func reference(toGroup name: String) -> PatternSyntax {
        namedReferences.append(name)
        return .backreference(groupNames[name] ?? 0)
    }

    private mutating func quantified(_ atom: PatternSyntax) throws(PatternError) -> PatternSyntax {
        guard let bounds = try quantifier() else { return atom }
        let isLazy = take("?")
        return .repetition(atom, minimum: bounds.minimum, maximum: bounds.maximum, isLazy: isLazy)
    }

    private mutating func quantifier() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = position
        guard take("{") else { return nil }
        let minimum = decimal()
        var maximum = minimum
        if minimum != nil, take(",") { maximum = decimal() }
        guard let minimum, take("}") else {
            guard isLenient else { throw error("incomplete quantifier") }
            position = start
            return nil
        }
        if let maximum, maximum < minimum { throw error("numbers out of order in a quantifier") }
        return (minimum, maximum)
    }

    /// The decimal number at the cursor, capped where nothing real counts that far.
    mutating func decimal() -> Int? {
        var number: Int?
        while let digit = next, ("0"..."9").contains(digit) {
            number = min((number ?? 0) * 10 + Int(digit.value - 0x30), 1 << 31)
            position += 1
        }
        return number
    }
}
