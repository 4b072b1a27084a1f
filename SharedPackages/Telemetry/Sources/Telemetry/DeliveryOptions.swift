public import Foundation

/// How events wait and how long sinks may take.
public struct DeliveryOptions: Sendable {
    /// How many observed events may wait for the runner (which holds as many again while it works). 8,192 by default:
    /// about two megabytes at worst, a few milliseconds of the fastest burst.
    public var capacity: Int
    /// Which events are dropped when the capacity is reached; by default the newest, so that sequences have no gap.
    public var overflow: Overflow
    /// How long a sink may take over one event before the others go on without it, unless the sink says otherwise.
    /// Two seconds by default: longer than a slow disk, shorter than a network's timeout.
    public var patience: Duration
    /// How many events are kept for a sink that lags, unless the sink says otherwise. 2,048 by default; of these the
    /// oldest are dropped first, unless the sink says otherwise.
    public var backlog: Int
    /// What patience, timeouts and deadlines are measured with.
    public var clock: any Clock<Duration>
    /// What events without a timestamp are stamped with.
    public var now: @Sendable () -> Date

    /// Creates options.
    public init(
        capacity: Int = 8_192,
        overflow: Overflow = .newest,
        patience: Duration = .seconds(2),
        backlog: Int = 2_048,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.capacity = capacity
        self.overflow = overflow
        self.patience = patience
        self.backlog = backlog
        self.clock = clock
        self.now = { Date() }
    }
}
