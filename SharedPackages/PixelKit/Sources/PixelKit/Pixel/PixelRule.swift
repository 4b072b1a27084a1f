import Foundation

/// A rule of a definition that no Swift type expresses. It is checked when the pixel is written.
///
/// Generated code writes these for alternatives, unions of types and the like.
public indirect enum PixelRule: Sendable {
    /// The pattern occurs in the text.
    case pattern(PixelPattern)
    /// The text is one of these.
    case values([String])
    /// The text is a number within the bounds and, with a `step`, a multiple of it.
    case number(isWhole: Bool, minimum: Double = -.infinity, maximum: Double = .infinity, step: Double? = nil)
    /// All of these hold.
    case all([PixelRule])
    /// One of these holds, or more.
    case any([PixelRule])
    /// Exactly one of these holds.
    case one([PixelRule])
    /// This does not hold.
    case not(PixelRule)

    /// Whether the definition allows `text`.
    public func allows(_ text: String) -> Bool {
        switch self {
        case .pattern(let pattern): return pattern.matches(text)
        case .values(let values): return values.contains(text)
        case .number(let isWhole, let minimum, let maximum, let step):
            guard let number = Double(text), number.isFinite, number >= minimum, number <= maximum else { return false }
            let quotient = step.map { number / $0 } ?? 0
            return (!isWhole || number == number.rounded()) && quotient == quotient.rounded()
        case .all(let rules): return rules.allSatisfy { $0.allows(text) }
        case .any(let rules): return rules.contains { $0.allows(text) }
        case .one(let rules): return rules.count { $0.allows(text) } == 1
        case .not(let rule): return !rule.allows(text)
        }
    }
}

/// A regular expression that must occur in an open key or an open value.
public struct PixelPattern: Sendable {
    private let expression: NSRegularExpression?

    /// Compiles an expression in the dialect of `NSRegularExpression`. An invalid one matches nothing.
    public init(_ source: String) {
        expression = try? NSRegularExpression(pattern: source)
    }

    /// Whether the expression occurs in `text`.
    public func matches(_ text: String) -> Bool {
        expression?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
