/// A typed detail of an event, and how private it is.
///
/// As with the system's logger, numbers and literals are public, and a string that is known only at run time is
/// private unless its author says otherwise.
public struct Attribute: Hashable, Sendable {
    /// A detail's type and value.
    public enum Value: Hashable, Sendable {
        /// Text.
        case string(String)
        /// A whole number.
        case integer(Int)
        /// A number.
        case number(Double)
        /// Yes or no.
        case boolean(Bool)
        /// A span of time.
        case duration(Duration)
    }

    /// Who may read a detail.
    public enum Privacy: String, CaseIterable, Sendable {
        /// Everyone who can read the log.
        case `public`
        /// Nobody, unless the reader's device is set up to show it.
        case `private`
        /// Nobody, ever.
        case sensitive
    }

    /// The detail itself.
    public let value: Value
    /// Who may read it.
    public let privacy: Privacy

    /// Creates a detail.
    public init(_ value: Value, privacy: Privacy) {
        self.value = value
        self.privacy = privacy
    }

    /// A text; private by default, since it may come from the user.
    public static func string(_ value: String, privacy: Privacy = .private) -> Self {
        Self(.string(value), privacy: privacy)
    }

    /// A whole number.
    public static func integer(_ value: Int, privacy: Privacy = .public) -> Self {
        Self(.integer(value), privacy: privacy)
    }

    /// A number; not-a-number and the infinities are printed as such, in JSON as text.
    public static func number(_ value: Double, privacy: Privacy = .public) -> Self {
        Self(.number(value), privacy: privacy)
    }

    /// A yes or no.
    public static func boolean(_ value: Bool, privacy: Privacy = .public) -> Self {
        Self(.boolean(value), privacy: privacy)
    }

    /// A length of time, printed in seconds.
    public static func duration(_ value: Duration, privacy: Privacy = .public) -> Self {
        Self(.duration(value), privacy: privacy)
    }
}

extension Attribute: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a public text.
    public init(stringLiteral value: String) { self = .string(value, privacy: .public) }

    /// Creates a public whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a public number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a public yes or no.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
