package import Common
package import PixelKit
package import Telemetry

/// Reports the activity of the outbox to telemetry.
// Its one property is a `let` of a Sendable type.
package final class OutboxActivityTelemetryMapper: EventMapping<OutboxActivity>, @unchecked Sendable {
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }

    package override func map(
        _ event: OutboxActivity, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .committed(let requests): telemetry.observe(.pixelsQueued(requests.count))
        case .sent(let request, let attempt): telemetry.observe(.pixelSent(request, attempt: attempt))
        case .postponed(let request, let attempt, let delay, let failure):
            telemetry.observe(.pixelPostponed(request, attempt: attempt, after: delay, failure))
        case .dropped(let reason, let count): telemetry.observe(.pixelsDropped(count, reason: reason))
        case .storageFailed(let error): telemetry.observe(.pixelStoreFailed(error))
        case .storageRecovered(let file): telemetry.observe(.pixelStoreRecovered(setAside: file))
        case .consentChanged(let consent): telemetry.observe(.consentChanged(to: consent))
        case .erased: telemetry.observe(.pixelsErased)
        }
        onComplete(nil)
    }
}
