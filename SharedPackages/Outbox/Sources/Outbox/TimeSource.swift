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
    /// The wall clock in milliseconds since 1970, for the path of every fire.
    package let milliseconds: @Sendable () -> Int64

    /// Joins a wall clock and a monotonic clock.
    public init(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
        milliseconds = { now().milliseconds }
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
