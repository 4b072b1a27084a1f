package import Foundation
package import Telemetry

/// The settings of the log, the inspected file and the export.
package struct TelemetryOptions: Sendable, Equatable {
    /// The lowest level that is logged. By default only faults are, because the commands print failures themselves.
    package var logLevel = TelemetryEvent.Level.fault
    /// The format of the log.
    package var logFormat = LogFormat.text
    /// The file to which events are appended as lines of JSON. None by default.
    package var inspectedFile: URL?
    /// The share of the events in the inspected file, from 0 to 100.
    package var inspectedPercent = 100.0
    /// The address of an OpenTelemetry collector. None by default.
    package var otlpEndpoint: URL?

    package init() {}
}
