public import Primitives

/// The counts of a facade's events.
///
/// In every status, for each of `sinks`:
/// `observed = dropped + waiting + delivered + failed + sink.dropped + pending`.
public struct TelemetryStatus: Hashable, Sendable {
    /// Events that were observed before shutdown.
    public let observed: Int
    /// Observed events that wait for the runner.
    public let waiting: Int
    /// Observed events that were dropped before any sink received them.
    public let dropped: Int
    /// Events that arrived after shutdown. `observed` does not include them.
    public let refused: Int
    /// The sinks in their order.
    public internal(set) var sinks: [SinkStatus]
}

/// The counts of one sink's events.
public struct SinkStatus: Hashable, Sendable {
    /// The position of a sink relative to the others.
    public enum Pace: String, Sendable {
        /// It receives events in its turn.
        case inTurn
        /// It exceeded its patience and receives events on a runner of its own until it has caught up.
        case lagging
        /// It reads from a lagging sink and waits for it.
        case following
    }

    /// The sink and the sinks that it wraps.
    public let sink: SinkDescription
    /// The sink's position relative to the others.
    public let pace: Pace
    /// Events that the sink received without an error.
    public let delivered: Int
    /// Events for which the sink threw an error.
    public let failed: Int
    /// Events that the sink never received, because its backlog was full or the facade was shut down.
    public let dropped: Int
    /// Events that wait for the sink, and the one that it works on.
    public let pending: Int
    /// How often the sink exceeded its patience.
    public let lags: Int
    /// The error that the sink threw last.
    public let lastFailure: ErrorChain?
    /// The sinks behind this one, if it delivers to them on a runner of its own.
    public internal(set) var downstream: TelemetryStatus?

    /// The sink's name.
    public var name: String { sink.name }
    /// The name of the sink's type.
    public var type: String { sink.type }
}

/// A sink and the sinks that it wraps, for people who look at a live facade.
public struct SinkDescription: Hashable, Sendable {
    /// The sink's name.
    public let name: String
    /// The name of the sink's type.
    public let type: String
    /// The sink's settings in a few words. Options that differ from the facade's are included for an outermost sink.
    public let settings: String
    /// The sinks that the sink calls itself.
    ///
    /// Empty for `DeferredSink` and `ForwardingSink`: ``SinkStatus/downstream`` has the sinks behind them, with counts.
    public let wrapped: [SinkDescription]

    init(_ sink: any TelemetrySink) {
        self.init(sink, options: sink.sinkOptions)
    }

    private init(_ sink: any TelemetrySink, options: SinkOptions) {
        let sink = sink.withoutAdjustments
        name = sink.name
        type = "\(Swift.type(of: sink))"
        settings = ([sink.settings] + options.words).filter { !$0.isEmpty }.joined(separator: ", ")
        wrapped = sink is any RelayingSink ? [] : sink.downstream.map { Self($0, options: SinkOptions()) }
    }
}

extension TelemetrySink {
    fileprivate var withoutAdjustments: any TelemetrySink {
        (self as? AdjustedSink)?.downstream[0].withoutAdjustments ?? self
    }
}

extension SinkOptions {
    fileprivate var words: [String] {
        var words: [String] = []
        if !readsFrom.isEmpty { words.append("reads from \(readsFrom.joined(separator: " and "))") }
        if let patience { words.append("patience \(patience)") }
        if let backlog { words.append("backlog \(backlog)") }
        if let overflow { words.append("drops the \(overflow.rawValue)") }
        return words
    }
}

/// The result of a flush or a shutdown.
public struct FlushReport: Hashable, Sendable {
    /// The names of the sinks that did not finish in time, in their order.
    public let unfinished: [String]
    /// The counts at the end of the call.
    public let status: TelemetryStatus

    /// Whether every sink finished.
    public var isComplete: Bool { unfinished.isEmpty }
}

/// A sink that delivers to other sinks on a runner of its own.
protocol RelayingSink: TelemetrySink {
    /// The counts of the sinks behind it.
    var status: TelemetryStatus { get }

    /// Drops the waiting events and refuses later ones.
    func abandon()
}

extension TelemetrySink {
    /// The relaying sink that this sink is or wraps.
    var relay: (any RelayingSink)? {
        if let relay = self as? any RelayingSink { return relay }
        return downstream.count == 1 ? downstream[0].relay : nil
    }
}
