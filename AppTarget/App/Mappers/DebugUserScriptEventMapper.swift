package import Common
package import UserScripts

/// Maps the events of a page's scripts to lines for the developer. Nothing is sent.
// Its one property is an immutable, Sendable closure.
package final class DebugUserScriptEventMapper: EventMapping<DebugUserScriptEvent>, @unchecked Sendable {
    private let show: @Sendable (String) -> Void

    /// - Parameter show: Receives a line for each event.
    package init(show: @escaping @Sendable (String) -> Void) {
        self.show = show
        super.init()
    }

    package override func map(
        _ event: DebugUserScriptEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .pageLogged(let level): show("page logged: \(level.rawValue)")
        case .pageScriptFailed: show("page script failed")
        case .unknownMessageReceived: show("page sent an unknown message")
        }
        onComplete(nil)
    }
}
