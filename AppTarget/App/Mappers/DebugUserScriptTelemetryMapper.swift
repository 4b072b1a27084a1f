package import Common
package import Telemetry
package import UserScripts

/// Tells telemetry what the debugging script notices in pages.
// Its one property is a `let` of a Sendable type.
package final class DebugUserScriptTelemetryMapper: EventMapping<DebugUserScriptEvent>, @unchecked Sendable {
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }

    package override func map(
        _ event: DebugUserScriptEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .pageLogged(let level): telemetry.observe(.pageLogged(level))
        case .pageScriptFailed: telemetry.observe(.pageScriptFailed)
        case .unknownMessageReceived: telemetry.observe(.unknownMessageReceived)
        }
        onComplete(nil)
    }
}
