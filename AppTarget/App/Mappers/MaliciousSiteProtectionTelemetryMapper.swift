package import Common
package import MaliciousSiteProtection
package import Telemetry

/// Tells telemetry what malicious site protection reports.
package final class MaliciousSiteProtectionTelemetryMapper: EventMapping<MaliciousSiteProtectionEvent>,
    // Its one property is a `let` of a Sendable type.
    @unchecked Sendable
{
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }

    package override func map(
        _ event: MaliciousSiteProtectionEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .errorPageShown(let kind, let isLocal): telemetry.observe(.siteBlocked(kind: kind, isLocal: isLocal))
        case .visitSite(let kind): telemetry.observe(.siteVisited(kind: kind))
        case .leaveSite(let kind): telemetry.observe(.siteLeft(kind: kind))
        case .iframeLoaded(let kind): telemetry.observe(.frameFound(kind: kind))
        case .settingToggled(let isOn): telemetry.observe(.protectionTurned(on: isOn))
        case .matchesApiTimeout: telemetry.observe(.serviceTimedOut)
        case .matchesApiFailure(let failure): telemetry.observe(.serviceFailed(failure))
        case .failedToDownloadInitialDataSets(let kind, let set):
            telemetry.observe(.dataSetMissing(kind: kind, set: set))
        case .failedToUpdateDataSets(let kind, let set): telemetry.observe(.dataSetUpdatesFailed(kind: kind, set: set))
        case .filterNotEvaluated(let kind, let reason):
            telemetry.observe(.filterNotEvaluated(kind: kind, reason: reason))
        }
        onComplete(nil)
    }
}
