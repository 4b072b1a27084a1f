/// What the debugging script notices in pages. No event holds text of a page.
public enum DebugUserScriptEvent: Hashable, Sendable {
    /// How serious a page deems what it writes to the console.
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
    /// A script of a page threw an error, or rejected a promise, that nothing caught.
    case pageScriptFailed
    /// A message came under the script's name that the script does not send.
    case unknownMessageReceived
}
