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

/// Docs/Guides/events.md against the live composition root.
@Suite struct EventTableTests {
    /// A row of the table of pixels.
    struct Row: Sendable, CustomTestStringConvertible {
        let event: String
        let pixel: String
        let frequency: String
        let key: String
        let parameters: [String]
        var testDescription: String { event }

        /// What a fire sends: the first of a day, or a further one.
        func names(isFirst: Bool) throws -> [String] {
            let words: (daily: [String], every: [String])? =
                [
                    "standard": ([], [""]), "dailyAndStandard": (["_daily"], [""]),
                    "dailyAndCount": (["_daily"], ["_count"]),
                ][
                    frequency]
            guard !pixel.isEmpty else { return [] }
            let (daily, every) = try #require(words, "\(frequency)")
            return ((isFirst ? daily : []) + every).map {
                "/t/m_malicious-site-protection_\(pixel)\($0)_\(PixelEnvironment.currentPlatform)"
            }.sorted()
        }
    }

    struct Failure: Error, CustomNSError {
        static let errorDomain = "Failure"
        let errorCode: Int
    }

    /// Two events of each case, of different keys.
    private static let samples: [[MaliciousSiteProtectionEvent]] = [
        [
            .errorPageShown(category: .phishing, clientSideHit: true),
            .errorPageShown(category: .scam, clientSideHit: false),
        ],
        [.visitSite(category: .phishing), .visitSite(category: .scam)],
        [.leaveSite(category: .phishing), .leaveSite(category: .scam)],
        [.iframeLoaded(category: .malware), .iframeLoaded(category: .scam)],
        [.settingToggled(to: true), .settingToggled(to: false)], [.matchesApiTimeout, .matchesApiTimeout],
        [.matchesApiFailure(Failure(errorCode: 1)), .matchesApiFailure(Failure(errorCode: 2))],
        [
            .failedToDownloadInitialDataSets(category: .phishing, type: .filterSet),
            .failedToDownloadInitialDataSets(category: .phishing, type: .hashPrefixSet),
        ],
        [
            .filterNotEvaluated(category: .phishing, reason: .timedOut),
            .filterNotEvaluated(category: .scam, reason: .tooComplex),
        ],
    ]

    private static func rows() throws -> [Row] {
        try Guide.table("## MaliciousSiteProtectionEvent", of: "events").map { cells in
            Row(
                event: code(cells[0])[0], pixel: code(cells[1]).first ?? "", frequency: cells[2], key: cells[3],
                parameters: code(cells[4]))
        }
    }

    /// What stands between backticks.
    private static func code(_ cell: String) -> [String] { cell.matches(of: /`([^`]*)`/).map { String($0.1) } }

    private static func name(_ event: Any) -> String {
        String(String(describing: event).prefix { $0 != "(" })
    }

    @Test("The tables name every case that the sources declare, in their order")
    func everyCase() throws {
        let cases = try DeclaredCases.of("MaliciousSiteProtectionEvent")
        #expect(try Self.rows().map(\.event) == cases)
        #expect(Self.samples.map { Self.name($0[0]) } == cases)
        #expect(
            try Guide.table("## DebugUserScriptEvent", of: "events").map { Self.code($0[0])[0] }
                == DeclaredCases.of("DebugUserScriptEvent"))
    }

    @Test("Each event reaches what its row states, through the live root", arguments: try rows())
    func outcome(row: Row) async throws {
        let events = try #require(Self.samples.first { Self.name($0[0]) == row.event })
        try await Desk.with { desk in
            let app = try CompositionRoot(
                AppConfiguration(dataFolder: desk.folder, pixelURL: desk.server.url, servicesURL: desk.server.url))
            let fire = { (event: MaliciousSiteProtectionEvent) async -> ([String], [CollectedRequest]) in
                let before = desk.server.collected.count
                let error = await app.maliciousSiteProtectionEvents.fireAndWait(event)
                #expect((error as? Failure)?.errorCode == Self.failure(of: event))
                #expect(await app.pixels.flush(timeout: .seconds(60)) == .drained)
                let arrived = Array(desk.server.collected[before...])
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

    @Test("The parameters carry what the event told")
    func values() async throws {
        try await Desk.with { desk in
            let app = try CompositionRoot(
                AppConfiguration(dataFolder: desk.folder, pixelURL: desk.server.url, servicesURL: desk.server.url))
            for event in Self.samples.flatMap(\.self) { app.maliciousSiteProtectionEvents.fire(event) }
            app.maliciousSiteProtectionEvents.fire(.errorPageShown(category: .malware, clientSideHit: nil))
            #expect(await app.pixels.flush(timeout: .seconds(60)) == .drained)
            _ = await app.pixels.shutdown(timeout: .zero)
            let expected = [
                "category=malware", "category=malware", "category=phishing", "category=phishing",
                "category=phishing&clientSideHit=true", "category=phishing&type=filterSet",
                "category=phishing&type=hashPrefixSet", "category=scam", "category=scam", "category=scam",
                "category=scam&clientSideHit=false", "d=Failure&e=1", "d=Failure&e=2", "newState=false",
                "newState=true", "",
            ]
            #expect(Set(desk.server.collected.map { Desk.ownParameters($0.query) }) == Set(expected))
        }
    }

    @Test("What a script reports, with the mapping set after it was made, becomes its line")
    @MainActor func debugScript() async throws {
        try await Desk.with { desk in
            let lines = Lines()
            let app = try CompositionRoot(
                AppConfiguration(dataFolder: desk.folder, pixelURL: desk.server.url, servicesURL: desk.server.url),
                debugLine: { lines.append($0) })
            let scripts = app.makeTabUserScripts()
            scripts.debugScript.receive(["kind": "log", "level": "warn"])
            scripts.debugScript.receive(["kind": "failure"])
            scripts.debugScript.receive(["kind": "other"])
            let stated = try Guide.table("## DebugUserScriptEvent", of: "events").map { Self.code($0[1])[0] }
            #expect(lines.all == stated)
            #expect(await app.pixels.flush(timeout: .seconds(60)) == .drained)
            let accounts = try await app.pixels.accounts()
            #expect(accounts == Accounts())
            _ = await app.pixels.shutdown(timeout: .zero)
        }
    }

    /// The code of the error that an event must complete with.
    private static func failure(of event: MaliciousSiteProtectionEvent) -> Int? {
        if case .matchesApiFailure(let failure as Failure) = event { return failure.errorCode }
        return nil
    }

    private static func keys(_ query: String) -> [String] {
        query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
    }
}

private final class Lines: @unchecked Sendable {  // `lines` is touched under `lock` alone.
    private let lock = NSLock()
    private var lines: [String] = []
    var all: [String] { lock.withLock { lines } }
    func append(_ line: String) { lock.withLock { lines.append(line) } }
}
#endif
