public import Primitives

/// What became of the events of a facade so far.
///
/// In every status, for each of `sinks`:
/// `observed = dropped + waiting + delivered + failed + sink.dropped + pending`.
public struct TelemetryStatus: Hashable, Sendable {
    /// Events that were observed before shutdown.
    public let observed: Int
    /// Observed events that wait for the runner.
    public let waiting: Int
    /// Observed events that no sink saw, since too many waited.
    public let dropped: Int
    /// Events that came after shutdown; they are not among the observed.
    public let refused: Int
    /// The sinks, in their order.
    public internal(set) var sinks: [SinkStatus]
}

/// What became of the events of one sink so far.
public struct SinkStatus: Hashable, Sendable {
    /// Where a sink stands among the others.
    public enum Pace: String, Sendable {
        /// It receives in its turn.
        case inTurn
        /// It exceeded its patience and receives on a runner of its own, until it has caught up.
        case lagging
        /// It reads from a sink that lags, and follows it.
        case following
    }

    /// The sink's name.
    public let name: String
    /// The name of the sink's type.
    public let type: String
    /// Where the sink stands among the others.
    public let pace: Pace
    /// Events that the sink took.
    public let delivered: Int
    /// Events on which the sink threw an error.
    public let failed: Int
    /// Events that the sink never saw: its backlog was full, or the facade was shut down.
    public let dropped: Int
    /// Events that wait for the sink, and the one that it works on.
    public let pending: Int
    /// How often the sink exceeded its patience.
    public let lags: Int
    /// The error that the sink threw last.
    public let lastFailure: ErrorChain?
    /// The sinks behind this one, when it delivers to them on a runner of its own.
    public internal(set) var downstream: TelemetryStatus?
}

/// What a flush or a shutdown achieved by the time it returned.
public struct FlushReport: Hashable, Sendable {
    /// The names of the sinks that had not finished, in their order.
    public let unfinished: [String]
    /// What became of the events so far.
    public let status: TelemetryStatus

    /// Whether every sink finished.
    public var isComplete: Bool { unfinished.isEmpty }
}
