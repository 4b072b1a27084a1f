package import Common
package import PixelKit
package import Telemetry

/// Reports the activity of PixelKit to telemetry.
// Its one property is a `let` of a Sendable type.
package final class PixelActivityTelemetryMapper: EventMapping<PixelActivity>, @unchecked Sendable {
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }

    package override func map(
        _ event: PixelActivity, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .suppressed(let count): telemetry.observe(.pixelsSuppressed(count))
        case .rejected(let reason, let count): telemetry.observe(.pixelsDropped(count, reason: reason))
        }
        onComplete(nil)
    }
}
