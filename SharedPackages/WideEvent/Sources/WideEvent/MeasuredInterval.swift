/// A stretch of time whose ends may lie in different launches.
///
/// Between two marks of one process the monotonic clock counts; otherwise the wall clock does, which people and time
/// servers set: a negative result counts as zero.
public struct MeasuredInterval: Codable, Hashable, Sendable {
    private var begin: IntervalClock.Mark?
    private var end: IntervalClock.Mark?

    /// Creates an interval that has not begun.
    public init() {}

    /// Creates an interval that begins now.
    public init(startingAt clock: IntervalClock) { begin = clock.mark() }

    /// Begins the interval, anew if it had begun.
    public mutating func start(_ clock: IntervalClock) {
        begin = clock.mark()
        end = nil
    }

    /// Ends the interval. One that did not begin, or that ended before, stays as it is.
    public mutating func complete(_ clock: IntervalClock) {
        guard begin != nil, end == nil else { return }
        end = clock.mark()
    }

    /// How long it lasted; `nil` when it has no start or no end: that is not the same as zero.
    public var duration: Duration? {
        guard let begin, let end else { return nil }
        if let from = begin.elapsed, let to = end.elapsed, begin.process == end.process {
            return .milliseconds(max(0, to - from))
        }
        return .milliseconds(max(0, end.date - begin.date))
    }
}
