public import Common

/// Notices what pages write to the console and which of their scripts fail.
///
/// The browser makes scripts before the tab that knows where events go, so ``eventMapping`` is set later, by the
/// script's owner. What happens before that, or after the owner is gone, is not reported.
@MainActor public final class DebugUserScript: UserScript {
    /// Where events go. Weak: the owner keeps the mapping, and the script must not keep the owner's belongings alive.
    public weak var eventMapping: EventMapping<DebugUserScriptEvent>?

    /// The name under which the script posts its messages.
    public let messageName = "debugScript"

    /// Creates a script that reports to nobody yet.
    public init() {}

    /// The JavaScript: it wraps the console, which goes on writing, and listens for failures. It posts no text of the page.
    public var source: String {
        """
        (() => {
            const post = (message) => webkit.messageHandlers.\(messageName).postMessage(message);
            for (const level of [\(levels)]) {
                const write = console[level];
                console[level] = (...values) => {
                    post({ kind: "log", level });
                    write.apply(console, values);
                };
            }
            for (const failure of ["error", "unhandledrejection"]) {
                addEventListener(failure, () => post({ kind: "failure" }));
            }
        })();
        """
    }

    /// Reports what a message tells of, if somebody listens.
    public func receive(_ message: [String: String]) {
        eventMapping?.fire(Self.event(for: message))
    }

    private var levels: String {
        DebugUserScriptEvent.ConsoleLevel.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }

    private static func event(for message: [String: String]) -> DebugUserScriptEvent {
        switch (message["kind"], message["level"].flatMap(DebugUserScriptEvent.ConsoleLevel.init)) {
        case ("log", let level?): .pageLogged(level)
        case ("failure", nil): .pageScriptFailed
        default: .unknownMessageReceived
        }
    }
}
