import Telemetry
import Testing

/// The events of the system's reports.
@Suite struct SystemReportTests {
    @Test(
        "A crash report becomes a fault, other diagnostic reports become errors",
        arguments: [
            (SystemDiagnostic.crash, "system.crash", TelemetryEvent.Level.fault), (.hang, "system.hang", .error),
            (.cpuException, "system.cpu_exception", .error), (.diskWrite, "system.disk_write", .error),
        ]
    )
    func diagnostics(diagnostic: SystemDiagnostic, name: String, level: TelemetryEvent.Level) {
        let event = TelemetryEvent.diagnosed(diagnostic, version: "1.2", details: ["seconds": 2])
        let expected = TelemetryEvent(
            name,
            category: "metrickit",
            level: level,
            attributes: ["seconds": 2, "version": "1.2"]
        )
        #expect(event == expected)
    }

    @Test("The metrics of one day become one event")
    func metrics() {
        let event = TelemetryEvent.measured(version: "1.2", details: ["cpu_seconds": 1.5])
        let expected = TelemetryEvent(
            "system.metrics",
            category: "metrickit",
            attributes: ["cpu_seconds": 1.5, "version": "1.2"]
        )
        #expect(event == expected)
    }
}
