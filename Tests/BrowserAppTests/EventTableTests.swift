#if !os(iOS)
import BrowserApp
import Common
import DevServer
import Foundation
import MaliciousSiteProtection
import PixelKit
import TestSupport
import Testing
import UserScripts

/// The tables of Docs/Guides/events.md, against the live composition root.
@Suite(.timeLimit(.minutes(5))) struct EventTableTests {
    @Test("The tables of the guide list every case of the events, in order", arguments: EventTable.all)
    func everyCase(table: EventTable) throws {
        let cases = try DeclaredCases.of(table.heading)
        #expect(try table.rows().map(\.event) == cases)
        #expect(table.samples.map { $0[0].name } == cases)
    }

    @Test("The table of the debug script lists every case")
    func everyDebugCase() throws {
        #expect(
            try Guide.table("## DebugUserScriptEvent", of: "events").map { EventTable.code($0[0])[0] }
                == DeclaredCases.of("DebugUserScriptEvent"))
    }

    @Test(
        "Each event of the live root sends the pixels of its row",
        arguments: try EventTable.all.flatMap { try $0.rows() })
    func outcome(row: EventTable.Row) async throws {
        let events = try #require(row.table.samples.first { $0[0].name == row.event })
        try await BrowserFixture.with { fixture in
            let app = try CompositionRoot(
                AppConfiguration(
                    dataFolder: fixture.folder, pixelURL: fixture.server.url, servicesURL: fixture.server.url))
            let fire = { (event: EventTable.Sample) async -> ([String], [CollectedRequest]) in
                let before = fixture.server.collected.count
                let error = await event.fire(app)
                #expect((error as? EventTable.Failure)?.errorCode == event.failure)
                #expect(await app.pixels.flush(timeout: .seconds(60)) == .drained)
                let arrived = Array(fixture.server.collected[before...])
                return (arrived.map(\.path).sorted(), arrived)
            }
            let (first, further) = (try row.names(isFirst: true), try row.names(isFirst: false))
            let (names, requests) = await fire(events[0])
            #expect(names == first)
            for request in requests {
                #expect(Self.keys(request.query) == row.parameters + ["appVersion"])
            }
            #expect(await fire(events[0]).0 == further)
            #expect(await fire(events[1]).0 == (row.key.isEmpty ? further : first))
            let accounts = try await app.pixels.accounts()
            #expect(accounts.isBalanced)
            _ = await app.pixels.shutdown(timeout: .zero)
        }
    }

    @Test("Parameters have the values of the event")
    func values() async throws {
        try await BrowserFixture.with { fixture in
            let app = try CompositionRoot(
                AppConfiguration(
                    dataFolder: fixture.folder, pixelURL: fixture.server.url, servicesURL: fixture.server.url))
            for event in EventTable.all.flatMap(\.samples).flatMap(\.self) { _ = await event.fire(app) }
            app.maliciousSiteProtectionEvents.fire(.errorPageShown(category: .malware, clientSideHit: nil))
            #expect(await app.pixels.flush(timeout: .seconds(60)) == .drained)
            _ = await app.pixels.shutdown(timeout: .zero)
            let expected = [
                "category=malware", "category=malware", "category=phishing", "category=phishing",
                "category=phishing&clientSideHit=true", "category=phishing&type=filterSet",
                "category=phishing&type=hashPrefixSet", "category=scam", "category=scam", "category=scam",
                "category=scam&clientSideHit=false", "d=Failure&e=1", "d=Failure&e=2", "newState=false",
                "newState=true", "", "plan=monthly", "plan=yearly", "element=faq", "element=terms",
                "platform=app_store", "platform=stripe", "step=FLOW_START&d=Failure&e=1",
                "step=ACCOUNT_PAYMENT&d=Failure&e=1",
            ]
            let troubles = ["start", "change", "update", "complete", "load"].flatMap { step in
                ["subscription-purchase", "other"].map { "event=\($0)&step=\(step)&reason=unencodable" }
            }
            #expect(
                Set(fixture.server.collected.map { BrowserFixture.ownParameters($0.query) }) == Set(expected + troubles)
            )
        }
    }

    @Test("The events of a script that existed before its mapping become lines")
    @MainActor func debugScript() async throws {
        try await BrowserFixture.with { fixture in
            let lines = Lines()
            let app = try CompositionRoot(
                AppConfiguration(
                    dataFolder: fixture.folder, pixelURL: fixture.server.url, servicesURL: fixture.server.url),
                debugLine: { lines.append($0) })
            let scripts = app.makeTabUserScripts()
            scripts.debugScript.receive(["kind": "log", "level": "warn"])
            scripts.debugScript.receive(["kind": "failure"])
            scripts.debugScript.receive(["kind": "other"])
            let stated = try Guide.table("## DebugUserScriptEvent", of: "events").map { EventTable.code($0[1])[0] }
            #expect(lines.all == stated)
            #expect(await app.pixels.flush(timeout: .seconds(60)) == .drained)
            let accounts = try await app.pixels.accounts()
            #expect(accounts == Accounts())
            _ = await app.pixels.shutdown(timeout: .zero)
        }
    }

    private static func keys(_ query: String) -> [String] {
        query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    }
}

private final class Lines: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
#endif
