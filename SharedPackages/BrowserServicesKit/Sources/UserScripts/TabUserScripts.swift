public import Common

/// The scripts of one tab; their owner.
@MainActor public final class TabUserScripts {
    /// The script that notices what pages log and which of their scripts fail.
    public let debugScript: DebugUserScript

    private let debugEventMapping: EventMapping<DebugUserScriptEvent>

    /// Every script, in the order in which a page runs them.
    public var all: [any UserScript] { [debugScript] }

    /// Creates the owner of scripts that may already run.
    ///
    /// - Parameters:
    ///   - debugScript: The script, which reports from now on and as long as this owner lives.
    ///   - debugEventMapping: Where that script's events go.
    public init(
        debugScript: DebugUserScript = DebugUserScript(),
        debugEventMapping: EventMapping<DebugUserScriptEvent>
    ) {
        self.debugScript = debugScript
        self.debugEventMapping = debugEventMapping
        debugScript.eventMapping = debugEventMapping
    }
}
