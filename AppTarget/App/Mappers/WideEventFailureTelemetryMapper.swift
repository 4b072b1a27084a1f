package import Common
package import Telemetry
package import WideEvent

/// Tells telemetry of trouble with wide events.
// Its one property is a `let` of a Sendable type.
package final class WideEventFailureTelemetryMapper: EventMapping<WideEventFailureEvent>, @unchecked Sendable {
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }

    package override func map(
        _ event: WideEventFailureEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .startFailed(let name, let failure): telemetry.observe(.wideEventFailed("start", event: name, failure))
        case .storageFailed(let name, let failure): telemetry.observe(.wideEventFailed("change", event: name, failure))
        case .updateFailed(let name, let failure): telemetry.observe(.wideEventFailed("update", event: name, failure))
        case .completionFailed(let name, let failure):
            telemetry.observe(.wideEventFailed("complete", event: name, failure))
        case .loadFailed(let name, let failure): telemetry.observe(.wideEventFailed("load", event: name, failure))
        }
        onComplete(nil)
    }
}
