public import Common

/// The events of ``DebugUserScript``. No event contains text of a page.
public enum DebugUserScriptEvent: Hashable, Sendable {
    /// The level of a console message.
    public enum ConsoleLevel: String, CaseIterable, Hashable, Sendable {
        /// `console.debug`.
        case debug
        /// `console.log`.
        case log
        /// `console.info`.
        case info
        /// `console.warn`.
        case warn
        /// `console.error`.
        case error
    }

    /// A page wrote to the console.
    case pageLogged(ConsoleLevel)
    /// A page's script threw an error or rejected a promise, and no handler caught it.
    case pageScriptFailed
    /// A message arrived under the script's name that the script does not send.
    case unknownMessageReceived
}

/// Reports console output and failed scripts of pages.
///
/// The browser creates scripts before the tab that has the ``eventMapping``, so the script's owner sets it later. Events
/// before that, or after the owner is gone, are not reported.
@MainActor public final class DebugUserScript: UserScript {
    /// Receives the events. It is weak because the owner keeps the mapping, and a script may outlive its owner.
    public weak var eventMapping: EventMapping<DebugUserScriptEvent>?

    /// The name under which the script posts its messages.
    public let messageName = "debugScript"

    /// Creates a script that reports to no mapping yet.
    public init() {}

    /// The JavaScript. It wraps the console, which keeps writing, and listens for failures. It posts no text of the page.
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

    /// Reports the event that a message stands for.
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
