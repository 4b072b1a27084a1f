/// The subject of a diagnostic report of the system, on every platform.
package enum SystemDiagnostic: String, CaseIterable {
    case crash, hang
    case cpuException = "cpu_exception"
    case diskWrite = "disk_write"
}

extension TelemetryEvent {
    private static let systemCategory = "metrickit"

    /// Returns the event for a diagnostic report about an earlier run of the app.
    package static func diagnosed(_ diagnostic: SystemDiagnostic, version: String, details: [String: Attribute]) -> Self
    {
        let level: Level =
            switch diagnostic {
            case .crash: .fault
            case .hang, .cpuException, .diskWrite: .error
            }
        let common: [String: Attribute] = ["version": .string(version, privacy: .public)]
        return Self(
            "system.\(diagnostic.rawValue)",
            category: systemCategory,
            level: level,
            attributes: Attributes(details.merging(common) { detail, _ in detail })
        )
    }

    /// Returns the event for the metrics of one day of the app.
    package static func measured(version: String, details: [String: Attribute]) -> Self {
        let common: [String: Attribute] = ["version": .string(version, privacy: .public)]
        return Self(
            "system.metrics",
            category: systemCategory,
            attributes: Attributes(details.merging(common) { detail, _ in detail })
        )
    }
}
