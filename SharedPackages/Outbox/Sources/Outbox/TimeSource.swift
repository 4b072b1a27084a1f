public import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The clocks that everything here reads; tests pass their own.
public struct TimeSource: Sendable {
    /// The wall clock: windows, ages, leases.
    public let now: @Sendable () -> Date
    /// The monotonic clock: waits and durations.
    public let clock: any Clock<Duration>
    /// The wall clock of windows in milliseconds since 1970, for the path of every fire.
    package let milliseconds: @Sendable () -> Int64

    /// Joins a wall clock and a monotonic clock.
    public init(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
        milliseconds = { now().milliseconds }
    }

    /// The same, with a wall clock of their own for windows: ages, retries and leases concern the real world, and the
    /// processes that share a store must agree on them.
    package init(
        now: @escaping @Sendable () -> Date, windows: @escaping @Sendable () -> Date, clock: any Clock<Duration>
    ) {
        self.now = now
        self.clock = clock
        milliseconds = { windows().milliseconds }
    }

    private init() {
        now = { Date() }
        clock = ContinuousClock()
        milliseconds = Self.coarseMilliseconds
    }

    /// The system's clocks.
    public static let system = TimeSource()

    @Sendable private static func coarseMilliseconds() -> Int64 {
        #if canImport(Glibc)
        // The kernel's last tick (4 ms at most) costs a tenth of an exact reading.
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        #else
        return Date().milliseconds
        #endif
    }
}

extension Date {
    /// Milliseconds since 1970, rounded down; some 285,000 years either way at most, so that sums cannot overflow.
    package var milliseconds: Int64 {
        // A date is a binary fraction of a second: one that stands for a whole millisecond may lie a little below it.
        let exact = (timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
        guard !exact.isNaN else { return 0 }
        return Int64(min(max(exact, -0x1p53), 0x1p53))
    }

    /// The date at a number of milliseconds since 1970.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Duration {
    /// The duration in milliseconds, rounded towards zero; some 285,000 years either way at most.
    package var milliseconds: Int64 {
        let seconds = min(max(components.seconds, -(1 << 43)), 1 << 43)
        return seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
