public import Common

/// A script that the browser runs in every page, and the receiver of the messages that it posts.
@MainActor public protocol UserScript: AnyObject {
    /// The JavaScript. It runs before the scripts of the page.
    var source: String { get }
    /// The name under which the script posts its messages.
    var messageName: String { get }

    /// Receives a message. Pages can post anything under this name, so every value must be expected.
    func receive(_ message: [String: String])
}

/// The owner of the scripts of one tab.
@MainActor public final class TabUserScripts {
    /// The script that reports console output and failed scripts.
    public let debugScript: DebugUserScript

    private let eventMapping: EventMapping<DebugUserScriptEvent>

    /// All scripts, in the order in which a page runs them.
    public var all: [any UserScript] { [debugScript] }

    /// Creates the owner. The scripts may already run.
    ///
    /// - Parameters:
    ///   - debugScript: The script. It reports as long as this owner exists.
    ///   - eventMapping: Receives the events of `debugScript`.
    public init(debugScript: DebugUserScript = DebugUserScript(), eventMapping: EventMapping<DebugUserScriptEvent>) {
        self.debugScript = debugScript
        self.eventMapping = eventMapping
        debugScript.eventMapping = eventMapping
    }
}
