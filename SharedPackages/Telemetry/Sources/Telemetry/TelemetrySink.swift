/// Someone who wants to know what happened: a log, a tracker, a counter.
///
/// The facade calls `receive(_:)` for one event after another, never two at a time, in the order in which they were
/// observed. It does so on a serial executor of its own, so a sink may block or suspend: the caller never notices,
/// and the other sinks only until the sink's patience is over (see ``SinkTerms``). A sink may call
/// ``Telemetry/observe(_:)``. It must not fire pixels, since pixels are reported to sinks.
///
/// Check a new sink with `SinkContract` of `TelemetryTesting`.
public protocol TelemetrySink: Sendable {
    /// The sink's name, unique among the sinks of a facade, and the same at every call.
    var name: String { get }

    /// What the sink asks of the facade. By default nothing special.
    var terms: SinkTerms { get }

    /// The sinks that this one hands events to, so that a live facade can be walked. By default none.
    var downstream: [any TelemetrySink] { get }

    /// Takes one event.
    ///
    /// - Throws: Any error; it is counted, and no other sink sees it.
    func receive(_ event: TelemetryEvent) async throws

    /// Finishes what was received, as far as that is possible before `deadline`. By default there is nothing to finish.
    ///
    /// Like an event, it may take the sink's patience before the others go on. Write it as `async`, even if nothing in it
    /// waits: a direct call of a synchronous one from an asynchronous function would find the default instead.
    func flush(until deadline: Deadline) async
}

extension TelemetrySink {
    /// Nothing special.
    public var terms: SinkTerms { SinkTerms() }

    /// None.
    public var downstream: [any TelemetrySink] { [] }

    /// Returns at once.
    public func flush(until deadline: Deadline) async {}
}
