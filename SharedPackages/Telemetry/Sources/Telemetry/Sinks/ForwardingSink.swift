/// Spares the others the time of a sink that talks to a network or a disk.
///
/// `receive(_:)` returns at once; the event reaches the wrapped sink later, in order. What waits is bounded by the
/// capacity of the options. Sinks after this one must not read what the wrapped sink writes: `reads(from:)` refuses.
public final class ForwardingSink: TelemetrySink, SinkRelay {
    /// The name of the sink beneath.
    public let name: String
    /// The terms of the sink beneath.
    public let terms: SinkTerms
    let line: SinkLine

    /// Creates a sink that forwards to `base`.
    ///
    /// - Throws: `TelemetryError.invalid` when a number in `options` is out of its range.
    public init(_ base: any TelemetrySink, options: DeliveryOptions = DeliveryOptions()) throws(TelemetryError) {
        name = base.name
        terms = base.terms
        line = try SinkLine(options)
        try line.bind([AdjustedSink(base) { $0.readsFrom = [] }], owner: name)
    }

    /// The sink beneath.
    public var downstream: [any TelemetrySink] { line.sinks.flatMap(\.downstream) }

    /// What became of the events so far.
    public var status: TelemetryStatus { line.status }

    /// Leaves the event for later and returns.
    public func receive(_ event: TelemetryEvent) { line.send(event) }

    /// Waits until the wrapped sink has received everything, and flushes it.
    public func flush(until deadline: Deadline) async { _ = await line.flush(until: deadline) }
}
