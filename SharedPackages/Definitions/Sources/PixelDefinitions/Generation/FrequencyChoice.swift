/// Which frequencies a definition's name allows, derived from the words of its schedule suffix.
struct FrequencyChoice: Equatable {
    /// The expressions of the allowed frequencies; the first is the default.
    var allowed: [String]

    static let standard = Self(allowed: [".standard"])

    /// The frequencies in the order in which they are preferred as defaults, with the words of their legs.
    private static let known: [(expression: String, words: Set<String>)] = [
        (".dailyAndCount", ["daily", "count"]), (".dailyAndStandard", ["daily", ""]),
        (".legacyDailyAndCount", ["d", "c"]),
        (".daily", ["daily"]), (".legacyDaily", ["d"]), (".monthly", ["monthly"]), (".standard", [""]),
        (leg("count", "unlimited"), ["count"]), (leg("c", "unlimited"), ["c"]), (leg("first", "install"), ["first"]),
        (leg("unique", "install"), ["unique"]), (leg("u", "install"), ["u"]),
    ]

    private static func leg(_ suffix: String, _ window: String) -> String {
        "Frequency(legs: [Frequency.Leg(suffix: \"\(suffix)\", window: .\(window))])"
    }

    private static let words = known.reduce(into: Set<String>()) { $0.formUnion($1.words) }

    /// Whether a suffix with these values says how often the pixel is sent.
    static func isSchedule(_ values: [String]) -> Bool {
        values.contains { !$0.isEmpty } && Set(values).isSubset(of: words)
    }

    /// The frequencies whose legs all have one of `values` as their word.
    init?(values: Set<String>) {
        allowed = Self.known.filter { $0.words.isSubset(of: values) }.map(\.expression)
        if allowed.isEmpty { return nil }
    }

    private init(allowed: [String]) { self.allowed = allowed }
}
