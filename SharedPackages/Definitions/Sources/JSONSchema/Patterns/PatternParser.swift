/// Parses ECMAScript regular expressions.
package struct PatternParser {
    /// The two grammars of the language.
    package enum Grammar {
        /// The grammar of the `u` flag. A stray `{`, an unneeded escape or a group that does not exist is an error.
        case unicode
        /// The grammar of expressions without flags, in which these stand for their characters.
        case lenient
    }

    /// The levels of groups that an expression may nest. Everything that reads the tree recurses as deep.
    private static let deepest = 200
    /// The steps that the counted repetitions of an expression may add up to.
    private static let mostSteps = 1_000_000.0

    private let pattern: String
    let isLenient: Bool
    let scalars: [Unicode.Scalar]
    var position = 0
    private var groupCount = 0
    private var depth = 0
    private(set) var groupNames: [String: Int] = [:]
    private(set) var largestReference = 0
    private var namedReferences: [String] = []
    /// Whether this is the second pass, to which the names of all groups are known.
    private var knowsNames = false

    private init(_ pattern: String, _ grammar: Grammar) {
        self.pattern = pattern
        isLenient = grammar == .lenient
        scalars = Array(pattern.unicodeScalars)
    }

    /// The syntax tree of `pattern`; named groups and references come out as numbers.
    package static func parse(_ pattern: String, as grammar: Grammar = .unicode) throws(PatternError) -> PatternSyntax {
        var scan = Self(pattern, grammar)
        _ = try scan.disjunction()  // A reference may stand before its group, so the names are found first.
        var parser = Self(pattern, grammar)
        parser.groupNames = scan.groupNames
        parser.knowsNames = true
        let syntax = try parser.disjunction()
        guard syntax.stepsOfOnePass <= mostSteps else {
            throw parser.error("its repetitions add up to more than \(Int(mostSteps)) steps")
        }
        guard parser.position == parser.scalars.count else { throw parser.error("unmatched ')'") }
        guard parser.isLenient || parser.largestReference <= parser.groupCount else {
            throw parser.error("reference to a missing group")
        }
        if let name = parser.namedReferences.first(where: { parser.groupNames[$0] == nil }) {
            throw parser.error("reference to a missing group '\(name)'")
        }
        return syntax
    }

    func error(_ reason: String) -> PatternError { PatternError(pattern: pattern, reason: reason) }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func disjunction() throws(PatternError) -> PatternSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw error("its groups nest deeper than \(Self.deepest) levels") }
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
            throw error("a lone '\(next)'. Write '\\\(next)'")
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
            if !knowsNames, groupNames.updateValue(groupCount, forKey: name) != nil {
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

    /// The decimal number at the cursor, capped at 2^31.
    mutating func decimal() -> Int? {
        var number: Int?
        while let digit = next, ("0"..."9").contains(digit) {
            number = min((number ?? 0) * 10 + Int(digit.value - 0x30), 1 << 31)
            position += 1
        }
        return number
    }
}
