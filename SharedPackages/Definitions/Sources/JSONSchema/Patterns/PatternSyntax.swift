/// The syntax tree of an ECMAScript regular expression.
package indirect enum PatternSyntax: Sendable, Equatable {
    case empty
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    case group(PatternSyntax, number: Int?)
    case repetition(PatternSyntax, minimum: Int, maximum: Int?, isLazy: Bool)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case look(PatternSyntax, isBehind: Bool, isNegated: Bool)
    case backreference(Int)
}

/// A set of characters: explicit ranges, and Unicode properties that only Foundation's expressions know.
package struct ScalarSet: Sendable, Equatable {
    /// A `\p{…}`, in the spelling of Foundation's expressions.
    package struct Property: Sendable, Equatable {
        var expression: String
        var isNegated: Bool
    }

    package var ranges: [ClosedRange<UInt32>] = []
    package var properties: [Property] = []
    package var isNegated = false

    static let digits = Self(ranges: [0x30...0x39])
    static let wordCharacters = Self(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineBreaks = Self(ranges: [0xA...0xA, 0xD...0xD, 0x2028...0x2029])
    /// WhiteSpace and LineTerminator of ECMAScript. Foundation's `\s` differs in U+FEFF, U+180E and U+0085.
    static let whiteSpace = Self(ranges: [
        0x9...0xD, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    var negated: Self { Self(ranges: ranges, properties: properties, isNegated: !isNegated) }

    /// Whether an explicit range holds `scalar`.
    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

    /// The ranges of the set without its negation; only for sets without properties.
    package var resolvedRanges: [ClosedRange<UInt32>] {
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        guard isNegated else { return sorted }
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in sorted {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
        return gaps
    }
}

// MARK: Analysis

extension PatternSyntax {
    /// Whether the pattern can match the empty text.
    var matchesEmpty: Bool {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look, .backreference: true
        case .scalar, .set: false
        case .sequence(let terms): terms.allSatisfy(\.matchesEmpty)
        case .alternatives(let branches): branches.contains(where: \.matchesEmpty)
        case .group(let body, _): body.matchesEmpty
        case .repetition(let atom, let minimum, _, _): minimum == 0 || atom.matchesEmpty
        }
    }

    /// The steps of one pass through the pattern, in which each counted repetition takes its least count. A double cannot
    /// overflow.
    var stepsOfOnePass: Double {
        switch self {
        case .empty, .scalar, .set, .start, .end, .wordBoundary, .backreference: 1
        case .sequence(let terms): terms.reduce(0) { $0 + $1.stepsOfOnePass }
        case .alternatives(let branches): branches.map(\.stepsOfOnePass).max() ?? 0
        case .group(let body, _), .look(let body, _, _): body.stepsOfOnePass
        case .repetition(let atom, let minimum, _, _): atom.stepsOfOnePass * Double(max(1, minimum))
        }
    }

    /// Whether any text can match: false where characters stand before `^` or behind `$`.
    package var canMatch: Bool {
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
        var hasConsumed = false
        var hasEnded = false
        for term in terms {
            let consumes = !term.matchesEmpty
            if !term.canMatch || (hasEnded && consumes) || (hasConsumed && term == .start) { return false }
            hasConsumed = hasConsumed || consumes
            hasEnded = hasEnded || term == .end
        }
        return true
    }

    /// The fixed characters, with a blank for everything else.
    package var literalText: String {
        switch self {
        case .scalar(let scalar): String(scalar)
        case .sequence(let terms): terms.map(\.literalText).joined()
        case .empty, .start, .end: ""
        case .set, .alternatives, .group, .repetition, .wordBoundary, .look, .backreference: " "
        }
    }

    /// A short text that probably matches. Lookaround and references are ignored.
    package var sample: String {
        var text = ""
        appendSample(to: &text)
        return text
    }

    private static let longestSample = 256

    private func appendSample(to text: inout String) {
        guard text.utf8.count < Self.longestSample else { return }
        switch self {
        case .empty, .start, .end, .wordBoundary, .look, .backreference: break
        case .scalar(let scalar): text.unicodeScalars.append(scalar)
        case .set(let set): text += set.sample
        case .sequence(let terms): for term in terms { term.appendSample(to: &text) }
        case .alternatives(let branches): branches.first?.appendSample(to: &text)
        case .group(let body, _): body.appendSample(to: &text)
        case .repetition(let atom, let minimum, _, _):
            for _ in 0..<min(minimum, Self.longestSample) where text.utf8.count < Self.longestSample {
                atom.appendSample(to: &text)
            }
        }
    }
}

// MARK: Slow texts

extension PatternSyntax {
    private static let mostSlowTexts = 32

    /// Texts that are slow to search if the pattern has ambiguous repetitions: a long run of what each one repeats,
    /// followed by characters that end the run.
    var slowTexts: [String] {
        var texts: [String] = []
        collectSlowTexts(&texts, after: "")
        return texts
    }

    private func collectSlowTexts(_ texts: inout [String], after prefix: String) {
        guard texts.count < Self.mostSlowTexts else { return }
        switch self {
        case .empty, .scalar, .set, .start, .end, .wordBoundary, .backreference: break
        case .group(let body, _), .look(let body, _, _): body.collectSlowTexts(&texts, after: prefix)
        case .alternatives(let branches): for branch in branches { branch.collectSlowTexts(&texts, after: prefix) }
        case .sequence(let terms):
            var prefix = prefix
            for term in terms {
                term.collectSlowTexts(&texts, after: prefix)
                prefix += term.sample
            }
        case .repetition(let atom, _, let maximum, _):
            if maximum ?? .max > 16 {
                for sample in atom.branchSamples where !sample.isEmpty {
                    let run = String(repeating: sample, count: Self.longestSample / sample.utf8.count + 1)
                    texts.append(prefix + run + "\u{1}\n")
                }
            }
            atom.collectSlowTexts(&texts, after: prefix)
        }
    }

    /// The samples of the alternatives, if the pattern has any at its top.
    private var branchSamples: [String] {
        switch self {
        case .alternatives(let branches): Array(branches.prefix(8).map(\.sample))
        case .group(let body, _): body.branchSamples
        default: [sample.isEmpty ? optionalSample : sample]
        }
    }

    /// A sample of a repetition that may be absent.
    private var optionalSample: String {
        switch self {
        case .repetition(let atom, _, _, _): atom.sample
        case .group(let body, _): body.optionalSample
        case .sequence(let terms): terms.lazy.map(\.optionalSample).first { !$0.isEmpty } ?? ""
        default: sample
        }
    }
}

extension ScalarSet {
    fileprivate var sample: String {
        let ranges = resolvedRanges
        let preferred = ranges.first { $0.contains(0x61) }.map { _ in UInt32(0x61) }
        let first = preferred ?? ranges.first { $0.lowerBound >= 0x21 }?.lowerBound ?? ranges.first?.lowerBound
        return first.flatMap(Unicode.Scalar.init).map(String.init) ?? ""
    }
}
