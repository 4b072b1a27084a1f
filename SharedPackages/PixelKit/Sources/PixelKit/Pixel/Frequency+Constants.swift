extension Frequency {
    /// Every fire, under the plain name.
    public static let standard = Frequency(legs: [Leg(window: .unlimited)])
    /// Once a day, as `daily`.
    public static let daily = Frequency(legs: [Leg(suffix: "daily", window: .day)])
    /// Once a month, as `monthly`.
    public static let monthly = Frequency(legs: [Leg(suffix: "monthly", window: .month)])
    /// Once a day as `daily`, and every fire as `count`.
    public static let dailyAndCount = Frequency(
        legs: [Leg(suffix: "daily", window: .day), Leg(suffix: "count", window: .unlimited)])
    /// Once a day as `daily`, and every fire under the plain name.
    public static let dailyAndStandard = Frequency(
        legs: [Leg(suffix: "daily", window: .day), Leg(window: .unlimited)])
    /// Once per install and name.
    public static let uniqueByName = Frequency(legs: [Leg(window: .install)])
    /// Once per install, name and set of parameters.
    public static let uniqueByNameAndParameters = uniqueByName.keyed(by: .nameAndParameters([]))

    /// A part of all fires, under the plain name.
    public static func sample(percent: Double, per stability: Share.Stability = .install) -> Frequency {
        standard.sampled(percent: percent, per: stability)
    }

    /// At most one fire in any stretch of this length: the first is sent, those that follow within it are not.
    public static func debounce(_ length: Duration) -> Frequency {
        Frequency(legs: [Leg(window: .interval(length))])
    }

    // The names and suffixes below are older than the ones above; use them only for pixels that bear them already.

    /// Once per install, under the plain name; the older word for ``uniqueByName``.
    public static let legacyInitial = uniqueByName
    /// Once a day, as `d`.
    public static let legacyDaily = Frequency(legs: [Leg(suffix: "d", window: .day)])
    /// Once a day, under the plain name.
    public static let legacyDailyNoSuffix = Frequency(legs: [Leg(window: .day)])
    /// Once a day as `d`, and every fire as `c`.
    public static let legacyDailyAndCount = Frequency(
        legs: [Leg(suffix: "d", window: .day), Leg(suffix: "c", window: .unlimited)])
}
