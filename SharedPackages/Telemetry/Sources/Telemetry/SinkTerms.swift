/// What a sink asks of the facade; what it leaves out is taken from ``DeliveryOptions``.
public struct SinkTerms: Hashable, Sendable {
    /// The names of the sinks whose writes this one reads: they must stand before it, and are done with an event
    /// before this one starts on it, also when they lag.
    public var readsFrom: [String]
    /// How long one event may take before the others go on without this sink.
    public var patience: Duration?
    /// How many events are kept for this sink while it lags.
    public var backlog: Int?
    /// Which events are dropped when the backlog is full.
    public var overflow: Overflow?

    /// Creates terms.
    public init(
        readsFrom: [String] = [],
        patience: Duration? = nil,
        backlog: Int? = nil,
        overflow: Overflow? = nil
    ) {
        self.readsFrom = readsFrom
        self.patience = patience
        self.backlog = backlog
        self.overflow = overflow
    }
}

/// Which events a full queue drops; either way they are counted.
public enum Overflow: String, CaseIterable, Sendable {
    /// The ones that have waited longest: what is left is recent.
    case oldest
    /// The ones that come last: what is left has no gap.
    case newest
}

/// A sink under other terms than its own.
public struct AdjustedSink: TelemetrySink {
    private let base: any TelemetrySink
    /// The terms, the sink's own with the changes.
    public let terms: SinkTerms

    init(_ base: any TelemetrySink, _ change: (inout SinkTerms) -> Void) {
        self.base = base
        var terms = base.terms
        change(&terms)
        self.terms = terms
    }

    /// The name of the sink beneath.
    public var name: String { base.name }

    /// The sink beneath.
    public var downstream: [any TelemetrySink] { [base] }

    /// Hands the event on.
    public func receive(_ event: TelemetryEvent) async throws { try await base.receive(event) }

    /// Flushes the sink beneath.
    public func flush(until deadline: Deadline) async { await base.flush(until: deadline) }
}

extension TelemetrySink {
    /// Returns the sink with a declared dependency: it reads what `writers` write.
    ///
    /// Building a facade in which a writer is missing, or comes later, fails.
    public func reads(from writers: any TelemetrySink...) -> AdjustedSink {
        AdjustedSink(self) { $0.readsFrom += writers.map(\.name) }
    }

    /// Returns the sink with a patience of its own: how long one event may take before the others go on without it.
    public func patience(_ patience: Duration) -> AdjustedSink {
        AdjustedSink(self) { $0.patience = patience }
    }

    /// Returns the sink with a backlog of its own: how many events are kept while it lags, and which are dropped then.
    public func backlog(_ limit: Int, dropping overflow: Overflow) -> AdjustedSink {
        AdjustedSink(self) {
            $0.backlog = limit
            $0.overflow = overflow
        }
    }
}
