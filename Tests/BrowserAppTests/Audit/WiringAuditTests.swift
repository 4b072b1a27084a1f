#if !os(iOS)
import Common
import DevServer
import Foundation
import PixelKit
import Telemetry
import TelemetryTesting
import TestSupport
import Testing

@testable import BrowserApp

@Suite("Wiring audit") struct WiringAuditTests {
    @Test("The live root reaches every sink, mapper and terminal of the sources, in the order of the guide")
    func live() async throws {
        try await BrowserFixture.with { fixture in
            var configuration = AppConfiguration(
                dataFolder: fixture.folder, pixelURL: fixture.server.url, servicesURL: fixture.server.url)
            configuration.telemetry.inspectedFile = fixture.folder.appending(path: "inspected.jsonl")
            configuration.telemetry.otlpEndpoint = fixture.server.url
            let app = try CompositionRoot(configuration)
            let folders = ["SharedPackages/Telemetry", "AppTarget"].map { Repository.root.appending(path: $0) }
            let sources = try Sources(below: folders)
            #expect(sources.types(being: "TelemetrySink", "RelayingSink").count > 5)
            #expect(sources.types(being: "EventMapping").count > 3)
            let audit = WiringAudit(sources: sources, order: try Guide.order())
            #expect(await audit.findings(sinks: app.telemetry.facade.sinks, joints: app.wiring.joints) == [])
            _ = await app.telemetry.facade.shutdown(timeout: .seconds(60))
            _ = await app.pixels.shutdown(timeout: .zero)
        }
    }

    /// Sources, and the role of the type that an empty root does not reach.
    @Test(
        "A declared type that the root does not reach is found, except in comments, strings and testing products",
        arguments: [
            ("A.swift", "public struct LostSink: TelemetrySink {}", "sink"),
            ("A.swift", "final class LostSink<Base: Sendable>: Sendable, RelayingSink {}", "sink"),
            ("A.swift", "actor LostSink {}\nextension LostSink:\n    TelemetrySink\n{}", "sink"),
            ("A.swift", "#if canImport(Lost)\nstruct LostSink: TelemetrySink {}\n#endif", "sink"),
            ("A.swift", "class LostSink: EventMapping<Int>, @unchecked Sendable {}", "mapper"),
            ("A.swift", "struct LostSink: AchievementReporting {}", "terminal"),
            ("A.swift", "struct LostSink: ScoreReporting {}", "terminal"),
            ("A.swift", "struct LostSink: LogOutput {}", "terminal"),
            ("A.swift", "/// struct LostSink: TelemetrySink {}\nlet text = \"struct LostSink: TelemetrySink {}\"", nil),
            ("A.swift", "struct LostSink: Sendable {}\nstruct Box<T: TelemetrySink> {}", nil),
            ("MyTesting/A.swift", "struct LostSink: TelemetrySink {}", nil),
            ("A.swift", "#if canImport(Lost)\nstruct LostSink: TelemetrySink {}\n#endif\nlet sink = LostSink()", nil),
        ] as [(String, String, String?)]
    )
    func unreached(path: String, text: String, role: String?) async throws {
        let findings = try await findings([], sources: [path: text])
        #expect(findings == (role.map { ["LostSink in A.swift is a \($0) that the live root does not reach."] } ?? []))
    }

    @Test("A sink that is created but not reached is found, unless it is for another platform")
    func made() async throws {
        let text = "struct LostSink: TelemetrySink {}\nlet sink = LostSink()"
        #expect(
            try await findings([], sources: ["A.swift": text])
                == ["LostSink in A.swift is a sink that the live root does not reach."])
    }

    @Test("A deferred sink without downstream leaves the sinks behind it unreached")
    func unbound() async throws {
        let deferred = try DeferredSink()
        let sources = ["A.swift": "class DeferredSink: TelemetrySink {}\nstruct LogSink: TelemetrySink {}"]
        let missing = "LogSink in A.swift is a sink that the live root does not reach."
        #expect(
            try await findings([deferred], sources: sources, order: ["log"])
                == [missing, #"The order of the sinks is ["deferred"] instead of ["log"]."#])
        try deferred.setDownstream([LogSink()])
        #expect(try await findings([deferred], sources: sources, order: ["log"]) == [])
    }

    @Test("A sink order other than the guide's, and a reader before its writer, are found")
    func disorder() async throws {
        let writer = NoOpTrackingSink(name: "writer")
        let reader = NoOpTrackingSink(name: "reader").reads(from: writer)
        #expect(try await findings([writer, reader], order: ["writer", "reader"]) == [])
        #expect(
            try await findings(
                [FilterSink(reader, passing: "everything") { _ in true }, writer], order: ["reader", "writer"])
                == Array(repeating: "'reader' reads from 'writer', which is not before it.", count: 2))
        #expect(
            try await findings([writer, NoOpTrackingSink(name: "log")], order: ["log", "writer"])
                == [#"The order of the sinks is ["writer", "log"] instead of ["log", "writer"]."#])
    }

    @Test("A terminal that confirms nothing, or that the sources do not declare, is found")
    func stubs() async throws {
        let declared = ["A.swift": "struct StubTerminal: AchievementReporting {}"]
        let stub = achievements(StubTerminal())
        #expect(
            try await findings(stub, sources: declared, order: ["records", "achievements"])
                == ["StubTerminal is a stub: it does not confirm a reported milestone."])
        #expect(
            try await findings(stub, order: ["records", "achievements"])
                == ["StubTerminal is a terminal that is not in the sources."])
        try await TemporaryFolder.with { folder in
            let terminal = FileAchievements(in: JSONFile(at: folder.url.appending(path: "a.json")))
            let declared = ["A.swift": "actor FileAchievements: AchievementReporting {}"]
            let findings = try await self.findings(
                achievements(terminal), sources: declared, order: ["records", "achievements"])
            #expect(findings == [])
        }
    }

    @Test("A score terminal that keeps nothing, fails, or that the sources do not declare, is found")
    func scoreStubs() async throws {
        let order = ["records", "scores"]
        let declared = ["A.swift": "struct StubScores: ScoreReporting {}\nactor FileScores: ScoreReporting {}"]
        let reached = "is a terminal that the live root does not reach."
        #expect(
            try await findings(scores(StubScores()), sources: declared, order: order)
                == ["FileScores in A.swift \(reached)", "StubScores is a stub: it does not keep a submitted score."])
        #expect(
            try await findings(scores(StubScores()), order: order)
                == ["StubScores is a terminal that is not in the sources."])
        let lost = FileScores(in: JSONFile(at: URL(filePath: "/nonexistent/scores.json")))
        #expect(
            try await findings(scores(lost), sources: declared, order: order).last?.hasPrefix("FileScores fails: ")
                == true)
        try await TemporaryFolder.with { folder in
            let terminal = FileScores(in: JSONFile(at: folder.url.appending(path: "scores.json")))
            let declared = ["A.swift": "actor FileScores: ScoreReporting {}"]
            let findings = try await self.findings(scores(terminal), sources: declared, order: order)
            #expect(findings == [])
        }
    }

    @Test("A second mapping of one type of event is found")
    func mappers() async throws {
        let sources = ["A.swift": "class Mapper: EventMapping<Int> {}"]
        var wiring = Wiring(telemetry: try Telemetry(sinks: []))
        _ = wiring.join(Mapper(), describing: { TelemetryEvent("\($0)") })
        #expect(try await findings([], sources: sources, joints: wiring.joints) == [])
        _ = wiring.join(EventMapping<Int>.noOp, describing: { TelemetryEvent("\($0)") })
        #expect(
            try await findings([], sources: sources, joints: wiring.joints)
                == ["Int has several mappings. Join all its mappers at once."])
    }

    @Test("A joined mapping reaches the mapper and telemetry, and completes with the mapper's error")
    func join() async throws {
        struct Failure: Error {}
        let sink = CapturingSink()
        let telemetry = try Telemetry(sinks: [sink])
        var wiring = Wiring(telemetry: telemetry)
        let mapper = EventMapping<Int> { _, _, _, onComplete in onComplete(Failure()) }
        let mapping = wiring.join(mapper, describing: { TelemetryEvent("event.\($0)") })
        let error = await mapping.fireAndWait(7)
        #expect(error is Failure)
        #expect(await telemetry.flush(timeout: .seconds(60)).isComplete)
        #expect(sink.events.map(\.name) == ["event.7"])
    }

    /// What an audit of made-up sources finds in a made-up root.
    private func findings(
        _ sinks: [any TelemetrySink], sources: [String: String] = [:], order: [String] = [],
        joints: [Wiring.Joint] = []
    ) async throws -> [String] {
        try await TemporaryFolder.with { folder in
            for (path, text) in sources { try folder.write(text + "\n", to: path) }
            let audit = WiringAudit(sources: try Sources(below: [folder.url]), order: order)
            return await audit.findings(sinks: sinks, joints: joints)
        }
    }

    private func achievements(_ terminal: any AchievementReporting) -> [any TelemetrySink] {
        let nowhere = URL(filePath: "/nonexistent/records.json")
        let records = RecordSink(counting: [:], in: JSONFile(at: nowhere))
        return [
            records,
            AchievementSink(milestones: [], records: records, store: JSONFile(at: nowhere), service: terminal),
        ]
    }

    private func scores(_ terminal: any ScoreReporting) -> [any TelemetrySink] {
        let nowhere = URL(filePath: "/nonexistent/records.json")
        let records = RecordSink(counting: [:], in: JSONFile(at: nowhere))
        return [
            records, ScoreSink(leaderboards: [], records: records, store: JSONFile(at: nowhere), service: terminal),
        ]
    }
}

private struct StubTerminal: AchievementReporting {
    func confirmed() -> Set<String> { [] }
    func report(_ milestone: Milestone) {}
}

private struct StubScores: ScoreReporting {
    func submit(_ score: Int, to leaderboard: String) {}
}

private final class Mapper: EventMapping<Int>, @unchecked Sendable {}  // It has no state of its own.
#endif
