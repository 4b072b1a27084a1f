#if canImport(MetricKit)
import Telemetry

/// The crash and performance reports of the system, as events.
struct SystemReports {
    private let sink = MetricKitSink()

    var sinks: [any TelemetrySink] { [sink] }

    func connect(to telemetry: Telemetry) { sink.connect(to: telemetry) }
}
#else
import Telemetry

/// The reports of a system without MetricKit: none.
struct SystemReports {
    let sinks: [any TelemetrySink] = []

    func connect(to telemetry: Telemetry) {}
}
#endif
