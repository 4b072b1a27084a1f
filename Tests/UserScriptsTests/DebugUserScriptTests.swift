import Common
import PixelKitTesting
import Testing
import UserScripts

@MainActor @Suite struct DebugUserScriptTests {
    @Test(
        "Messages become events",
        arguments: [
            (["kind": "log", "level": "error"], DebugUserScriptEvent.pageLogged(.error)),
            (["kind": "log", "level": "debug"], .pageLogged(.debug)), (["kind": "failure"], .pageScriptFailed),
            ([:], .unknownMessageReceived), (["kind": "log"], .unknownMessageReceived),
            (["kind": "log", "level": "shout"], .unknownMessageReceived),
            (["kind": "Failure"], .unknownMessageReceived),
            (["level": "error"], .unknownMessageReceived),
        ] as [([String: String], DebugUserScriptEvent)]
    )
    func messages(message: [String: String], event: DebugUserScriptEvent) {
        let capture = CapturingEventMapping<DebugUserScriptEvent>()
        let scripts = TabUserScripts(eventMapping: capture)
        scripts.debugScript.receive(message)
        #expect(capture.events == [event])
    }

    @Test("An event before the mapping is set is not reported")
    func before() {
        let script = DebugUserScript()
        script.receive(["kind": "failure"])
        let capture = CapturingEventMapping<DebugUserScriptEvent>()
        let owner = TabUserScripts(debugScript: script, eventMapping: capture)
        #expect(capture.events == [])
        owner.debugScript.receive(["kind": "log", "level": "info"])
        #expect(capture.events == [.pageLogged(.info)])
    }

    @Test("The script keeps neither its owner nor the mapping alive")
    func ownership() {
        let script = DebugUserScript()
        weak var mapping: CapturingEventMapping<DebugUserScriptEvent>?
        do {
            let capture = CapturingEventMapping<DebugUserScriptEvent>()
            mapping = capture
            let owner = TabUserScripts(debugScript: script, eventMapping: capture)
            withExtendedLifetime(owner) { #expect(script.eventMapping === capture) }
        }
        #expect(mapping == nil)
        #expect(script.eventMapping == nil)
        script.receive(["kind": "failure"])
    }

    @Test("The owner keeps the mapping")
    func owner() {
        let owner = TabUserScripts(eventMapping: CapturingEventMapping<DebugUserScriptEvent>())
        #expect(owner.debugScript.eventMapping != nil)
        #expect(owner.all.map(\.messageName) == ["debugScript"])
    }

    @Test("The source posts under the message name, for every console level")
    func source() {
        let source = DebugUserScript().source
        #expect(source.contains("webkit.messageHandlers.debugScript.postMessage"))
        for level in DebugUserScriptEvent.ConsoleLevel.allCases { #expect(source.contains("\"\(level.rawValue)\"")) }
    }
}
