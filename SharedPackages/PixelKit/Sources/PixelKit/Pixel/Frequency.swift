/// How often a pixel may be sent: a list of legs, each admitted on its own.
///
/// A frequency is data that one interpreter reads, so a new frequency is a new constant.
///
/// ```swift
/// extension Frequency {
///     static let hourly = Frequency.debounce(.seconds(3600))
///     static let dailyForEachError = Frequency.daily.keyed(by: .error)
///     static let sampled = Frequency.dailyAndCount.sampled(percent: 10)
/// }
/// ```
public struct Frequency: Hashable, Sendable {
    /// The period in which a leg may be sent at most once. Days and months are those of UTC at the time of firing.
    public enum Window: Hashable, Sendable {
        /// Every time.
        case unlimited
        /// Once a calendar day.
        case day
        /// Once a calendar month.
        case month
        /// Once per install.
        case install
        /// At most once in any stretch of this length.
        case interval(Duration)
    }

    /// One request that a fire may become.
    public struct Leg: Hashable, Sendable {
        /// What ``PixelSuffix/frequency`` stands for in the leg's name: `daily`, `count`, or empty for none.
        public let suffix: String
        /// The period in which it may be sent once.
        public let window: Window

        /// Creates a leg.
        public init(suffix: String = "", window: Window) {
            self.suffix = suffix
            self.window = window
        }
    }

    /// What counts as the same pixel within a window.
    public enum Scope: Hashable, Sendable {
        /// The name.
        case name
        /// The name, and the values of the parameters with these keys. An empty list means all parameters.
        case nameAndParameters([String])
        /// The name, and domain and code of the error and of those under it.
        case nameAndError

        /// Short for ``nameAndError``: `.daily.keyed(by: .error)`.
        public static var error: Scope { .nameAndError }
        /// Short for ``nameAndParameters(_:)``: `.daily.keyed(by: .parameters(["reason"]))`.
        public static func parameters(_ keys: [String]) -> Scope { .nameAndParameters(keys) }
    }

    /// Which part of all fires takes part at all.
    public struct Share: Hashable, Sendable {
        /// For how long a decision stands.
        public enum Stability: Hashable, Sendable {
            /// For good: an install takes part with a pixel, or never does.
            case install
            /// Until the process ends.
            case process
            /// For one fire.
            case fire
        }

        /// From 0 (none) to 1 (all).
        public let fraction: Double
        /// For how long a decision stands.
        public let stability: Stability
    }

    /// The requests that a fire may become, in order.
    public var legs: [Leg] { storage.legs }
    /// What counts as the same pixel within a window. The name by default.
    public var scope: Scope { storage.scope }
    /// The share of fires that take part. `nil` for all.
    public var share: Share? { storage.share }

    // One reference instead of its parts: every fire passes a frequency through three calls and into the queue.
    let storage: Storage

    /// Creates a frequency of at most 64 legs. Further ones are left out.
    public init(legs: [Leg], scope: Scope = .name, share: Share? = nil) {
        storage = Storage(legs: Array(legs.prefix(UInt64.bitWidth)), scope: scope, share: share)
    }

    /// Returns the frequency with separate windows for errors or parameters. The last call counts.
    ///
    /// With `.daily.keyed(by: .error)`, one pixel with two different errors on one day is two daily pixels.
    public func keyed(by scope: Scope) -> Frequency { Frequency(legs: legs, scope: scope, share: share) }

    /// Returns the frequency for a share of all fires.
    ///
    /// - Parameters:
    ///   - percent: From 0 to 100. Other values are clamped, and NaN is 0.
    ///   - stability: For how long a decision stands. `.install` by default, so that an install's data are whole.
    public func sampled(percent: Double, per stability: Share.Stability = .install) -> Frequency {
        let fraction = percent.isNaN ? 0 : min(max(percent / 100, 0), 1)
        return Frequency(legs: legs, scope: scope, share: Share(fraction: fraction, stability: stability))
    }

    /// Whether both have the same suffixes in the same order, and thus the same names. Windows, scopes and shares may differ,
    /// because a definition fixes names only.
    func hasLegs(like other: Frequency) -> Bool {
        storage === other.storage || legs.lazy.map(\.suffix).elementsEqual(other.legs.lazy.map(\.suffix))
    }

    /// Whether two frequencies have the same legs, scope and share.
    public static func == (lhs: Frequency, rhs: Frequency) -> Bool {
        lhs.storage === rhs.storage
            || (lhs.legs == rhs.legs && lhs.scope == rhs.scope && lhs.share == rhs.share)
    }

    /// Hashes legs, scope and share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(legs)
        hasher.combine(scope)
        hasher.combine(share)
    }
}

extension Frequency {
    /// The parts of a frequency, and what every fire would otherwise work out anew.
    final class Storage: Sendable {
        let legs: [Leg]
        let scope: Scope
        let share: Share?
        /// Whether the memory gate may know that legs are taken: a leg has a window, and the name alone is its key.
        let isRemembered: Bool
        /// Tells legs apart, equal for equal legs.
        let fingerprint: Int

        init(legs: [Leg], scope: Scope, share: Share?) {
            self.legs = legs
            self.scope = scope
            self.share = share
            isRemembered = scope == .name && legs.contains { $0.window != .unlimited }
            fingerprint = legs.hashValue
        }

        /// A bit for each leg.
        var allLegs: UInt64 { legs.isEmpty ? 0 : .max >> UInt64(UInt64.bitWidth - legs.count) }
    }
}

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

    // The names and suffixes below are older than the ones above. Use them only for pixels that already have them.

    /// Once per install, under the plain name. The older name of ``uniqueByName``.
    public static let legacyInitial = uniqueByName
    /// Once a day, as `d`.
    public static let legacyDaily = Frequency(legs: [Leg(suffix: "d", window: .day)])
    /// Once a day, under the plain name.
    public static let legacyDailyNoSuffix = Frequency(legs: [Leg(window: .day)])
    /// Once a day as `d`, and every fire as `c`.
    public static let legacyDailyAndCount = Frequency(
        legs: [Leg(suffix: "d", window: .day), Leg(suffix: "c", window: .unlimited)])
}
