import Primitives

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

    /// Whether the definition allows `text`. False if a pattern takes too many steps on it.
    public func allows(_ text: String) -> Bool { verdict(on: text) == true }

    /// Whether the definition allows `text`. `nil` if that takes too many steps.
    func verdict(on text: String) -> Bool? {
        switch self {
        case .pattern(let pattern): return pattern.verdict(on: text)
        case .values(let values): return values.contains(text)
        case .number(let isWhole, let minimum, let maximum, let step):
            guard let number = Double(text), number.isFinite, number >= minimum, number <= maximum else { return false }
            let quotient = step.map { number / $0 } ?? 0
            return (!isWhole || number == number.rounded()) && quotient == quotient.rounded()
        case .all(let rules):
            let verdicts = rules.map { $0.verdict(on: text) }
            return verdicts.contains(false) ? false : verdicts.contains(nil) ? nil : true
        case .any(let rules):
            let verdicts = rules.map { $0.verdict(on: text) }
            return verdicts.contains(true) ? true : verdicts.contains(nil) ? nil : false
        case .one(let rules):
            let verdicts = rules.map { $0.verdict(on: text) }
            return verdicts.contains(nil) ? nil : verdicts.count { $0 == true } == 1
        case .not(let rule): return rule.verdict(on: text).map { !$0 }
        }
    }
}

/// A regular expression that must occur in an open key or an open value.
///
/// A search ends after about 100,000 steps. A pixel whose value takes more is not sent.
public struct PixelPattern: Sendable {
    private let expression: BoundedExpression?

    /// Compiles an expression in the dialect of `NSRegularExpression`. An invalid one matches nothing.
    public init(_ source: String) { expression = try? BoundedExpression(source) }

    /// Whether the expression occurs in `text`. False if the search takes too many steps.
    public func matches(_ text: String) -> Bool { verdict(on: text) == true }

    /// Whether the expression occurs in `text`. `nil` if the search takes too many steps.
    func verdict(on text: String) -> Bool? {
        switch expression?.search(text) {
        case .found: true
        case .absent, nil: false
        case .unfinished: nil
        }
    }
}
