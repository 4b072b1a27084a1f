import MaliciousSiteProtection
import Telemetry

/// What the app counts for the person who uses it, and which counts it congratulates on.
enum Records {
    private static let launches = "launches"
    private static let sitesBlocked = "sites_blocked"
    private static let warningsHeeded = "warnings_heeded"

    /// The record that counts an event, by the event's name.
    static let ofEvents = [
        TelemetryEvent.launched.name: launches,
        name(of: .errorPageShown(category: .phishing, clientSideHit: nil)): sitesBlocked,
        name(of: .leaveSite(category: .phishing)): warningsHeeded,
    ]

    static let milestones = [
        Milestone("first_site_blocked", record: sitesBlocked, count: 1),
        Milestone("ten_sites_blocked", record: sitesBlocked, count: 10),
        Milestone("hundred_sites_blocked", record: sitesBlocked, count: 100),
        Milestone("ten_warnings_heeded", record: warningsHeeded, count: 10),
    ]

    private static func name(of event: MaliciousSiteProtectionEvent) -> String { TelemetryEvent(event).name }
}
