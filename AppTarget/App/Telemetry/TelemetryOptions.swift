package import Foundation
package import Telemetry

/// How much of what happens is written, how, and where else.
package struct TelemetryOptions: Sendable, Equatable {
    /// Events that want less attention are not logged. By default only faults are, since the commands themselves tell a
    /// person what failed.
    package var logLevel = TelemetryEvent.Level.fault
    /// What a line of the log looks like.
    package var logFormat = LogFormat.text
    /// The file that every event is appended to, as a line of JSON; none by default.
    package var inspectedFile: URL?

    package init() {}
}
