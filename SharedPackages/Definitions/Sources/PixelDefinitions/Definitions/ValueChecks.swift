/// Finds values and patterns of a schema that no value can satisfy.
enum ValueChecks {
    /// What is wrong with `schema`, a parameter or suffix, in words.
    static func messages(for schema: JSONValue) -> [String] {
        guard var members = schema.members, (try? ItemResolver.applyDefaultType(to: &members)) != nil else { return [] }
        var messages: [String] = []
        if let source = members["pattern"]?.text, let syntax = try? PatternParser.parse(source), !syntax.canMatch {
            messages.append("The pattern \(source) matches nothing, as something stands before ^ or behind $.")
        }
        // Live values are text, converted to the declared type: an enum value of another type is never met.
        guard let types = members["type"]?.jsonTypes, let values = members["enum"]?.elements else { return messages }
        for value in values where !types.contains(where: value.fits) {
            messages.append(
                "The value \(value.json) is not a \(types.map(\.rawValue).joined(separator: " or ")) and never matches."
            )
        }
        if let source = members["pattern"]?.text, let pattern = try? Pattern(source) {
            for value in values.compactMap(\.text) where !pattern.matches(value) {
                messages.append("The value \"\(value)\" does not match the pattern \(source).")
            }
        }
        return messages
    }
}

extension PatternSyntax {
    /// Whether anything at all can match: false where characters stand before `^` or behind `$`.
    var canMatch: Bool {
        switch self {
        case .set(let set): !set.properties.isEmpty || !set.resolvedRanges.isEmpty
        case .sequence(let terms): Self.canMatch(terms)
        case .alternatives(let branches): branches.contains(where: \.canMatch)
        case .group(let body, _): body.canMatch
        case .repetition(let atom, let minimum, _, _): minimum == 0 || atom.canMatch
        case .empty, .scalar, .start, .end, .wordBoundary, .look, .backreference: true
        }
    }

    private static func canMatch(_ terms: [PatternSyntax]) -> Bool {
        guard terms.allSatisfy(\.canMatch) else { return false }
        for (index, term) in terms.enumerated() {
            if term == .start, terms[..<index].contains(where: { !$0.matchesEmpty }) { return false }
            if term == .end, terms[(index + 1)...].contains(where: { !$0.matchesEmpty }) { return false }
        }
        return true
    }

    /// A short text that the pattern was made for; not a proof, since lookaround and references are passed over.
    var sample: String {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look, .backreference: ""
        case .scalar(let scalar): String(Character(scalar))
        case .set(let set): set.sample
        case .sequence(let terms): terms.map(\.sample).joined()
        case .alternatives(let branches): branches.first?.sample ?? ""
        case .group(let body, _): body.sample
        case .repetition(let atom, let minimum, _, _): String(repeating: atom.sample, count: min(minimum, 32))
        }
    }
}

extension ScalarSet {
    fileprivate var sample: String {
        let ranges = resolvedRanges
        let preferred = ranges.first { $0.contains(0x61) }.map { _ in UInt32(0x61) }
        let first = preferred ?? ranges.first { $0.lowerBound >= 0x21 }?.lowerBound ?? ranges.first?.lowerBound
        return first.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
}
