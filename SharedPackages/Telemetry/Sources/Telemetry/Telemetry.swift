import Foundation
// The API names `ErrorChain`.
@_exported public import Primitives

/// The facade that call sites tell what happened, and that tells every sink.
///
/// Events reach the sinks in the order of the array, one event after the other: a sink that writes what another
/// reads is done before the reader starts. A sink that hangs is left to a runner of its own after its patience, with
/// a bounded backlog, and rejoins when it has caught up.
public actor Telemetry {
    /// The sinks, in their order.
    public nonisolated let sinks: [any TelemetrySink]
    private nonisolated let line: SinkLine
    private nonisolated let now: @Sendable () -> Date
    private nonisolated let stopwatch: Stopwatch
    private var finalReport: FlushReport?

    /// Creates a facade that delivers to `sinks` in their order.
    ///
    /// - Throws: `TelemetryError` when two sinks bear one name, a sink reads from one that is missing or comes later,
    ///   or a number is out of its range.
    public init(sinks: [any TelemetrySink], options: DeliveryOptions = DeliveryOptions()) throws(TelemetryError) {
        let line = try SinkLine(options)
        try line.bind(sinks, owner: "Telemetry")
        self.sinks = sinks
        self.line = line
        now = options.now
        stopwatch = Stopwatch(options.clock)
    }

    /// Tells every sink that `event` happened.
    ///
    /// Returns at once, from any thread: the cost is that of one lock and one append. One caller's events stay in
    /// order. An event that finds the queue full, or the facade shut down, is counted in ``status``.
    public nonisolated func observe(_ event: consuming TelemetryEvent) {
        if event.timestamp == nil { event.timestamp = now() }
        line.send(event)
    }

    /// Waits until every sink has received what was observed before this call, and has flushed.
    ///
    /// Returns at the latest after `timeout`, or when the calling task is cancelled. Kept events of a `DeferredSink`
    /// without downstream sinks are not waited for.
    public func flush(timeout: Duration) async -> FlushReport {
        let unfinished = await line.flush(until: Deadline(after: timeout, on: stopwatch))
        return FlushReport(unfinished: unfinished, status: status)
    }

    /// Refuses further events, flushes, and gives up what is left after `timeout`.
    ///
    /// What is given up is counted as dropped. A later call returns the same report.
    public func shutdown(timeout: Duration) async -> FlushReport {
        if let finalReport { return finalReport }
        line.close()
        let unfinished = await line.flush(until: Deadline(after: timeout, on: stopwatch))
        line.abandon()
        let report = finalReport ?? FlushReport(unfinished: unfinished, status: status)
        finalReport = report
        return report
    }

    /// What became of the events so far.
    public nonisolated var status: TelemetryStatus { line.status }
}
