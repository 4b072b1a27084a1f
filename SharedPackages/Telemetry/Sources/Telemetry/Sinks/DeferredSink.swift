/// A sink for downstream sinks whose dependencies do not exist yet when the facade is created.
///
/// ```swift
/// import Foundation
/// import Telemetry
///
/// func start() throws -> (Telemetry, DeferredSink) {
///     let deferred = try DeferredSink()
///     return (try Telemetry(sinks: [LogSink(), deferred]), deferred)
/// }
///
/// /// Called when the data folder is known. Earlier events are delivered first.
/// func finishStart(_ deferred: DeferredSink, dataFolder: URL) throws {
///     let counts = JSONFile<[String: Int]>(at: dataFolder.appending(path: "counts.json"))
///     try deferred.setDownstream([RecordSink(counting: ["app.launched": "launches"], in: counts)])
/// }
/// ```
///
/// Until ``setDownstream(_:)`` events are kept, up to the capacity of the options. Afterwards `receive(_:)` returns when
/// the downstream sinks have finished the event, so the order of the facade includes them. As in a facade, a downstream
/// sink that exceeds its patience moves to a runner of its own.
public final class DeferredSink: RelayingSink {
    /// The sink's name.
    public let name: String
    /// Twice the patience of the delivery options, so that a slow downstream sink is detected here first.
    public let sinkOptions: SinkOptions
    private let capacity: Int
    private let pipeline: SinkPipeline

    /// Creates a sink without downstream sinks.
    ///
    /// - Throws: `TelemetryError.invalid` if an option is out of its range.
    public init(name: String = "deferred", options: DeliveryOptions = DeliveryOptions()) throws(TelemetryError) {
        self.name = name
        sinkOptions = SinkOptions(patience: options.patience * 2)
        capacity = options.capacity
        pipeline = try SinkPipeline(options)
    }

    /// The capacity.
    public var settings: String { "keeps up to \(capacity) events" }

    /// The sinks that were passed to `setDownstream`.
    public var downstream: [any TelemetrySink] { pipeline.sinks }

    /// The counts of the downstream sinks.
    public var status: TelemetryStatus { pipeline.status }

    /// Sets the downstream sinks, once, and starts to deliver the kept events.
    ///
    /// Returns at once, on any thread.
    ///
    /// - Throws: `TelemetryError` if it was called before, or if the sinks cannot work together in this order. The kept
    ///   events stay kept.
    public func setDownstream(_ sinks: [any TelemetrySink]) throws(TelemetryError) {
        try pipeline.bind(sinks, owner: name)
    }

    /// Delivers the event, or keeps it.
    public func receive(_ event: TelemetryEvent) async { await pipeline.deliver(event) }

    /// Waits for the downstream sinks and flushes them. Without them it returns at once.
    public func flush(until deadline: Deadline) async {
        if pipeline.isBound { _ = await pipeline.flush(until: deadline) }
    }

    func abandon() { pipeline.abandon() }
}

/// A sink that saves the other sinks the time of a slow one, such as a sink that waits for a network.
///
/// `receive(_:)` returns at once. The wrapped sink receives the event later, in order. The capacity of the options limits
/// the waiting events. Later sinks cannot read the output of the wrapped sink: creating such a facade fails.
public final class ForwardingSink: RelayingSink {
    /// The name of the wrapped sink.
    public let name: String
    /// The options of the wrapped sink.
    public let sinkOptions: SinkOptions
    private let capacity: Int
    private let pipeline: SinkPipeline

    /// Creates a sink that forwards to `base`.
    ///
    /// - Throws: `TelemetryError.invalid` if an option is out of its range.
    public init(_ base: any TelemetrySink, options: DeliveryOptions = DeliveryOptions()) throws(TelemetryError) {
        name = base.name
        sinkOptions = base.sinkOptions
        capacity = options.capacity
        pipeline = try SinkPipeline(options)
        try pipeline.bind([AdjustedSink(base) { $0.readsFrom = [] }], owner: name)
    }

    /// The capacity.
    public var settings: String { "forwards, up to \(capacity) events wait" }

    /// The wrapped sink.
    public var downstream: [any TelemetrySink] { pipeline.sinks.flatMap(\.downstream) }

    /// The counts of the wrapped sink.
    public var status: TelemetryStatus { pipeline.status }

    /// Queues the event and returns.
    public func receive(_ event: TelemetryEvent) { pipeline.send(event) }

    /// Waits until the wrapped sink has received every event, and flushes it.
    public func flush(until deadline: Deadline) async { _ = await pipeline.flush(until: deadline) }

    func abandon() { pipeline.abandon() }
}
