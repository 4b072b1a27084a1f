/// Holds the place of sinks whose dependencies do not exist yet when the facade is built.
///
/// Events that come before ``setDownstream(_:)`` are kept, up to the capacity of the options, and delivered after it,
/// ahead of later ones. From then on `receive(_:)` returns when the downstream sinks are done with the event, so that
/// the facade's order includes them. The downstream sinks have the isolation of a facade: one that hangs is left to a
/// runner of its own.
public final class DeferredSink: TelemetrySink, SinkRelay {
    /// The sink's name.
    public let name: String
    /// Twice the patience of the options, so that a downstream sink that hangs is found out here first.
    public let terms: SinkTerms
    let line: SinkLine

    /// Creates a sink without downstream sinks.
    ///
    /// - Throws: `TelemetryError.invalid` when a number in `options` is out of its range.
    public init(name: String = "deferred", options: DeliveryOptions = DeliveryOptions()) throws(TelemetryError) {
        self.name = name
        terms = SinkTerms(patience: options.patience * 2)
        line = try SinkLine(options)
    }

    /// The sinks that `setDownstream` named.
    public var downstream: [any TelemetrySink] { line.sinks }

    /// What became of the events so far.
    public var status: TelemetryStatus { line.status }

    /// Names the sinks, once, and starts delivering what was kept.
    ///
    /// Returns at once, from any thread.
    ///
    /// - Throws: `TelemetryError` when it was called before, or when the sinks cannot work together in this order; the
    ///   kept events stay kept.
    public func setDownstream(_ sinks: [any TelemetrySink]) throws(TelemetryError) {
        try line.bind(sinks, owner: name)
    }

    /// Keeps the event, or delivers it.
    public func receive(_ event: TelemetryEvent) async { await line.deliver(event) }

    /// Waits for the downstream sinks and flushes them; without them it returns at once.
    public func flush(until deadline: Deadline) async {
        if line.isBound { _ = await line.flush(until: deadline) }
    }
}
