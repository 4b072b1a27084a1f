public import Primitives

/// The limits of a facade: queue sizes, and the time that one sink may take.
public struct DeliveryOptions: Sendable {
    /// The number of observed events that may wait for the runner, which holds as many again while it works.
    ///
    /// 8,192 by default: at most about two megabytes, or a few milliseconds of the fastest burst.
    public var capacity: Int
    /// Which events are dropped at the capacity. By default the newest, so that sequences have no gap.
    public var overflow: Overflow
    /// The time that a sink may take over one event before the other sinks continue without it.
    ///
    /// Two seconds by default: longer than a slow disk needs, shorter than a network timeout. ``SinkOptions`` override
    /// it for one sink.
    public var patience: Duration
    /// The number of events that are kept for a lagging sink. At the limit the oldest are dropped.
    ///
    /// 2,048 by default. ``SinkOptions`` override both for one sink.
    public var backlog: Int
    /// The clocks: one for patience and timeouts, one for the timestamps of events that have none.
    public var time: TimeSource

    /// Creates options.
    public init(
        capacity: Int = 8_192,
        overflow: Overflow = .newest,
        patience: Duration = .seconds(2),
        backlog: Int = 2_048,
        time: TimeSource = .system
    ) {
        self.capacity = capacity
        self.overflow = overflow
        self.patience = patience
        self.backlog = backlog
        self.time = time
    }
}

/// Which events a full queue drops. Every drop is counted.
public enum Overflow: String, CaseIterable, Sendable {
    /// The events that have waited longest. The remaining ones are recent.
    case oldest
    /// The events that arrive last. The remaining ones have no gap.
    case newest
}
