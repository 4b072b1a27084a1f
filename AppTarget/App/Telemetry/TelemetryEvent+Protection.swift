package import MaliciousSiteProtection
package import Telemetry

extension TelemetryEvent {
    /// A warning took the place of a page.
    ///
    /// - Parameter isLocal: Whether the app's own data told of the threat, where that may be said.
    package static func siteBlocked(kind: ThreatKind, isLocal: Bool? = nil) -> Self {
        var event = protection("site.blocked", ["kind": .word(kind.rawValue)])
        if let isLocal { event.attributes["local"] = .boolean(isLocal) }
        return event
    }

    /// A person went on in spite of the warning.
    package static func siteVisited(kind: ThreatKind) -> Self {
        protection("site.visited", ["kind": .word(kind.rawValue)])
    }

    /// A person left at the warning.
    package static func siteLeft(kind: ThreatKind) -> Self {
        protection("site.left", ["kind": .word(kind.rawValue)])
    }

    /// A page held a frame with a threat.
    package static func frameFound(kind: ThreatKind) -> Self {
        protection("frame.found", ["kind": .word(kind.rawValue)])
    }

    /// A person turned the protection on or off.
    package static func protectionTurned(on isOn: Bool) -> Self {
        protection("protection.turned", ["on": .boolean(isOn)], .notice)
    }

    /// The protection service did not answer in time.
    package static let serviceTimedOut = protection("service.timed_out", [:], .error)

    /// The protection service gave no usable answer.
    package static func serviceFailed(_ error: any Error) -> Self {
        protection("service.failed", [:], .error, error)
    }

    /// A data set that had never been downloaded could not be.
    package static func dataSetMissing(kind: ThreatKind, set: DataSetKind) -> Self {
        protection("data_set.missing", ["kind": .word(kind.rawValue), "set": .word(set.rawValue)], .error)
    }

    /// Three updates of a data set have failed in a row.
    package static func dataSetUpdatesFailed(kind: ThreatKind, set: DataSetKind) -> Self {
        protection("data_set.updates_failed", ["kind": .word(kind.rawValue), "set": .word(set.rawValue)], .error)
    }

    /// A pattern of the data gave no answer.
    package static func filterNotEvaluated(kind: ThreatKind, reason: FilterFailure) -> Self {
        protection("filter.not_evaluated", ["kind": .word(kind.rawValue), "reason": .word(reason.rawValue)], .error)
    }

    private static func protection(
        _ name: String, _ attributes: Attributes, _ level: Level = .info, _ error: (any Error)? = nil
    ) -> Self {
        Self(name, category: "protection", level: level, attributes: attributes, error: error)
    }
}
