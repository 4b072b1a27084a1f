/// The parsed form of an ECMAScript regular expression with the `u` flag.
indirect enum PatternSyntax: Sendable, Equatable {
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

/// A set of characters: explicit ranges, and properties that only Foundation's expressions can resolve.
struct ScalarSet: Sendable, Equatable {
    /// A `\p{…}`, already in the spelling that Foundation's expressions read.
    struct Property: Sendable, Equatable {
        var expression: String
        var isNegated: Bool
    }

    var ranges: [ClosedRange<UInt32>] = []
    var properties: [Property] = []
    var isNegated = false

    static let digits = Self(ranges: [0x30...0x39])
    static let wordCharacters = Self(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineBreaks = Self(ranges: [0xA...0xA, 0xD...0xD, 0x2028...0x2029])
    /// ECMAScript's WhiteSpace and LineTerminator; Foundation's `\s` differs in U+FEFF, U+180E and U+0085.
    static let whiteSpace = Self(ranges: [
        0x9...0xD, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    var negated: Self { Self(ranges: ranges, properties: properties, isNegated: !isNegated) }

    /// The same set with its negation resolved into ranges; only for sets without properties.
    var resolvedRanges: [ClosedRange<UInt32>] {
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

/// Why a pattern is refused.
struct PatternError: Error, Equatable {
    var pattern: String
    var reason: String

    var message: String { "'\(pattern)' is not a regular expression of ECMAScript with the u flag: \(reason)" }
}
