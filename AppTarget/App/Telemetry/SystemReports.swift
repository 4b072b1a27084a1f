#if canImport(MetricKit)
import Telemetry

/// The system's own reports on the app, as events.
struct SystemReports {
    private let sink = MetricKitSink()

    var sinks: [any TelemetrySink] { [sink] }

    func connect(to telemetry: Telemetry) { sink.connect(to: telemetry) }
}
#else
import Telemetry

/// The system's own reports on the app; this one makes none.
struct SystemReports {
    let sinks: [any TelemetrySink] = []

    func connect(to telemetry: Telemetry) {}
}
#endif
