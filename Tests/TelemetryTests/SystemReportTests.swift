import Telemetry
import Testing

/// What the reports of the system become, whatever they were made of.
@Suite struct SystemReportTests {
    @Test(
        "A diagnostic becomes an event whose level fits the trouble",
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

    @Test("The metrics of a day become one event")
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
