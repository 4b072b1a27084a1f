public import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The clocks that everything here reads; tests pass their own.
public struct TimeSource: Sendable {
    /// The wall clock: windows, ages, leases. Accurate to some milliseconds.
    public let now: @Sendable () -> Date
    /// The monotonic clock: waits and durations.
    public let clock: any Clock<Duration>

    /// Joins a wall clock and a monotonic clock.
    public init(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
    }

    /// The system's clocks.
    public static let system = TimeSource(now: coarseNow, clock: ContinuousClock())

    @Sendable private static func coarseNow() -> Date {
        #if canImport(Glibc)
            // The kernel's last tick (4 ms at most): a tenth of the cost of an exact reading, on the path of every fire.
            var time = timespec()
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
            return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        #else
            return Date()
        #endif
    }
}

extension Date {
    /// Milliseconds since 1970, rounded down.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

    /// The date at a number of milliseconds since 1970.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Duration {
    /// The duration in milliseconds, rounded down.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
