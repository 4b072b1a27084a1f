/// How much may wait, and for how long. What exceeds a limit is dropped oldest first, and counted.
public struct OutboxLimits: Sendable, Equatable {
    /// Requests. 10,000 by default: weeks of an app offline.
    public var rows: Int
    /// Bytes of targets and bodies. 8 MiB by default.
    public var bytes: Int
    /// Age. 28 days by default: older measurements mislead more than they tell.
    public var age: Duration

    /// Creates limits; see the properties for the reasons of the defaults.
    public init(rows: Int = 10_000, bytes: Int = 8 << 20, age: Duration = .seconds(28 * 86_400)) {
        self.rows = rows
        self.bytes = bytes
        self.age = age
    }

    /// How many requests of one name may wait while others wait too: a quarter.
    var share: Int { max(1, rows / 4) }
}
