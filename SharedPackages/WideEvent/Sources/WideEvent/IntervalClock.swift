import Foundation
import Outbox
public import Primitives

/// What intervals are measured with: a wall clock, and a monotonic clock that is known again within its process.
public struct IntervalClock: Sendable {
    /// A moment, in milliseconds of both clocks.
    struct Mark: Codable, Hashable, Sendable {
        /// Since 1970.
        let date: Int64
        /// Which clock `elapsed` belongs to.
        var process: UInt64?
        /// Since the clock was made.
        var elapsed: Int64?
    }

    private let process: UInt64
    private let now: @Sendable () -> Int64
    private let elapsed: @Sendable () -> Duration

    /// Joins both clocks. Make one a process: only between marks of the same one is the monotonic clock of use.
    public init(_ time: TimeSource = .system) {
        process = .random(in: .min ... .max)
        now = time.milliseconds
        elapsed = Self.stopwatch(time.clock)
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    func mark() -> Mark { Mark(date: now(), process: process, elapsed: elapsed().milliseconds) }
}
