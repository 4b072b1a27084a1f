import Telemetry
import UserScripts
import WideEvent

extension TelemetryEvent {
    /// The app was started.
    static let launched = Self("app.launched")

    /// A page wrote to its console.
    static func pageLogged(_ level: DebugUserScriptEvent.ConsoleLevel) -> Self {
        Self("page.logged", category: "pages", level: .debug, attributes: ["level": .word(level.rawValue)])
    }

    /// A script of a page failed.
    static let pageScriptFailed = Self("page.script_failed", category: "pages", level: .debug)

    /// A page sent a message that no script of the app sends.
    static let unknownMessageReceived = Self("page.unknown_message", category: "pages", level: .notice)

    /// Something could not be done with a wide event.
    static func wideEventFailed(_ step: String, event: String, _ failure: WideEventFailure) -> Self {
        Self(
            "wide_event.failed", category: "wide events", level: .error,
            attributes: ["event": .word(event), "step": .word(step), "reason": .word(failure.word)])
    }
}

extension Attribute {
    /// A text that the app's own sources hold, and so no secret.
    static func word(_ value: String) -> Self { .string(value, privacy: .public) }
}
