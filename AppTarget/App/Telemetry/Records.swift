import MaliciousSiteProtection
import Telemetry

/// The counts that the app keeps, and their milestones and leaderboards.
enum Records {
    private static let launches = "launches"
    private static let sitesBlocked = "sites_blocked"
    private static let warningsHeeded = "warnings_heeded"

    /// The record of each counted event, by the event's name.
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

    static let leaderboards = [
        Leaderboard("most_sites_blocked", record: sitesBlocked),
        Leaderboard("most_warnings_heeded", record: warningsHeeded),
    ]

    private static func name(of event: MaliciousSiteProtectionEvent) -> String { TelemetryEvent(event).name }
}
