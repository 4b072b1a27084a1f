import Foundation
// The API names `ErrorChain` and `TimeSource`.
@_exported public import Primitives

/// A facade that passes events to sinks.
///
/// Call sites report events and do not know the sinks. The app chooses the sinks in one place:
///
/// ```swift
/// import Telemetry
///
/// func makeTelemetry() throws -> Telemetry {
///     let telemetry = try Telemetry(sinks: [LogSink(level: .notice), NoOpTrackingSink()])
///     telemetry.observe(TelemetryEvent("app.launched"))
///     return telemetry
/// }
///
/// func appWillTerminate(_ telemetry: Telemetry) async {
///     let report = await telemetry.shutdown(timeout: .seconds(2))
///     if !report.isComplete { print("unfinished sinks: \(report.unfinished)") }
/// }
/// ```
///
/// Sinks receive events in the order of the array, one event after the other. A sink that writes finishes an event before
/// a later sink that reads its output starts on it. A sink that exceeds its patience moves to a runner of its own, with a
/// bounded backlog, and rejoins the others when it has caught up.
public actor Telemetry {
    /// The sinks in their order.
    public nonisolated let sinks: [any TelemetrySink]
    private nonisolated let pipeline: SinkPipeline
    private nonisolated let now: @Sendable () -> Date
    private nonisolated let stopwatch: Stopwatch
    private var finalReport: FlushReport?

    /// Creates a facade that delivers to `sinks` in their order.
    ///
    /// - Throws: `TelemetryError` if two sinks have one name, a sink reads from one that is missing or comes later, or an
    ///   option is out of its range.
    public init(sinks: [any TelemetrySink], options: DeliveryOptions = DeliveryOptions()) throws(TelemetryError) {
        let pipeline = try SinkPipeline(options)
        try pipeline.bind(sinks, owner: "Telemetry")
        self.sinks = sinks
        self.pipeline = pipeline
        now = options.time.now
        stopwatch = Stopwatch(options.time.clock)
    }

    /// Queues an event for every sink.
    ///
    /// Returns at once, on any thread. It takes one lock and appends to one queue. The events of one caller keep their
    /// order. ``status`` counts events that are dropped because the queue is full, or refused after shutdown.
    public nonisolated func observe(_ event: consuming TelemetryEvent) {
        if event.timestamp == nil { event.timestamp = now() }
        pipeline.send(event)
    }

    /// Waits until every sink has received the events that were observed before this call, and has flushed.
    ///
    /// Returns after `timeout` at the latest, or when the calling task is cancelled. Events that a `DeferredSink` keeps
    /// until it has downstream sinks are not waited for.
    public func flush(timeout: Duration) async -> FlushReport {
        let unfinished = await pipeline.flush(until: Deadline(after: timeout, on: stopwatch))
        return FlushReport(unfinished: unfinished, status: status)
    }

    /// Refuses later events, flushes, and drops the events that are left after `timeout`.
    ///
    /// Dropped events are counted. A later call returns the same report.
    public func shutdown(timeout: Duration) async -> FlushReport {
        if let finalReport { return finalReport }
        pipeline.close()
        let unfinished = await pipeline.flush(until: Deadline(after: timeout, on: stopwatch))
        pipeline.abandon()
        let report = finalReport ?? FlushReport(unfinished: unfinished, status: status)
        finalReport = report
        return report
    }

    /// The counts of all events until now.
    public nonisolated var status: TelemetryStatus { pipeline.status }
}
