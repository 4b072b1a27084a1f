import Foundation

/// A wall clock and a monotonic clock for intervals. The monotonic clock is known again within its process.
public struct IntervalClock: Sendable {
    /// A point in time, in milliseconds of both clocks.
    struct Mark: Codable, Hashable, Sendable {
        /// Since 1970.
        let date: Int64
        /// The clock that `elapsed` belongs to.
        var process: UInt64?
        /// Since the clock was made.
        var elapsed: Int64?
    }

    private let process: UInt64
    private let now: @Sendable () -> Int64
    private let elapsed: @Sendable () -> Duration

    /// Joins both clocks. Make one for each process, because monotonic times of two instances cannot be compared.
    public init(_ time: TimeSource = .system) {
        process = .random(in: .min ... .max)
        now = time.milliseconds
        elapsed = Self.stopwatch(time.clock)
    }

    /// A clock that does not move, for tests.
    package static let standingStill = IntervalClock(process: 0, now: { 0 }, elapsed: { .zero })

    private init(
        process: UInt64, now: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Duration
    ) {
        self.process = process
        self.now = now
        self.elapsed = elapsed
    }

    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    func mark() -> Mark { Mark(date: now(), process: process, elapsed: elapsed().milliseconds) }
}

/// A period of time whose ends may lie in different launches.
///
/// Two marks of one process are compared by the monotonic clock, others by the wall clock. Users and time servers can set
/// the wall clock, so a negative result counts as zero.
public struct MeasuredInterval: Codable, Hashable, Sendable {
    private var begin: IntervalClock.Mark?
    private var end: IntervalClock.Mark?

    /// Creates an interval that has not begun.
    public init() {}

    /// Creates an interval that begins now.
    public init(startingAt clock: IntervalClock) { begin = clock.mark() }

    /// Begins the interval, or begins it again.
    public mutating func start(_ clock: IntervalClock) {
        begin = clock.mark()
        end = nil
    }

    /// Ends the interval, unless it has not begun or has already ended.
    public mutating func complete(_ clock: IntervalClock) {
        guard begin != nil, end == nil else { return }
        end = clock.mark()
    }

    /// The duration. `nil` without a start or an end.
    public var duration: Duration? {
        guard let begin, let end else { return nil }
        if let from = begin.elapsed, let to = end.elapsed, begin.process == end.process {
            return .milliseconds(max(0, to - from))
        }
        return .milliseconds(max(0, end.date - begin.date))
    }
}

/// The only durations that are sent. An exact duration could identify a user.
public struct LatencyBuckets: Sendable, Hashable {
    private let bounds: [Duration]

    /// 1, 5, 10, 30, 60, 300 and 600 seconds.
    public static let standard = LatencyBuckets(
        .seconds(1), .seconds(5), .seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(600))

    /// Creates buckets from their upper bounds.
    public init(_ first: Duration, _ others: Duration...) { bounds = ([first] + others).sorted() }

    /// Returns the smallest bound in milliseconds that is not below the duration, or the greatest bound.
    public func milliseconds(_ duration: Duration) -> Int {
        let bound = bounds.first { duration <= $0 } ?? bounds[bounds.count - 1]
        return Int(bound.components.seconds) * 1000 + Int(bound.components.attoseconds / 1_000_000_000_000_000)
    }

    /// Returns the bucket of an interval, or `nil` without a start or an end.
    public func milliseconds(_ interval: MeasuredInterval?) -> Int? { interval?.duration.map(milliseconds(_:)) }
}
