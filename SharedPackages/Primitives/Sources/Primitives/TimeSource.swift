public import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The clocks that the package reads. Tests pass their own.
public struct TimeSource: Sendable {
    /// The wall clock, for windows, ages and leases.
    public let now: @Sendable () -> Date
    /// The monotonic clock, for waits and durations.
    public let clock: any Clock<Duration>
    /// The wall clock of windows in milliseconds since 1970. Every fire reads it.
    package let milliseconds: @Sendable () -> Int64

    /// Joins a wall clock and a monotonic clock.
    public init(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
        milliseconds = { now().milliseconds }
    }

    /// Creates a source whose windows follow another wall clock than ages, retries and leases.
    ///
    /// The processes that share a store must agree on ages, retries and leases, so those keep the real time.
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
        // The time of the kernel's last tick, at most 4 ms ago, costs a tenth of an exact reading.
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        #else
        return Date().milliseconds
        #endif
    }
}
