#if !os(iOS)
import Common
import DevServer
import Foundation
import PixelKit
import Telemetry
import TestSupport
import Testing

@testable import BrowserApp

@Suite("Everything that exists is wired") struct WiringAuditTests {
    @Test("The live root reaches every sink, mapper and terminal of the sources, in the order of the guide")
    func live() async throws {
        try await Desk.with { desk in
            var configuration = AppConfiguration(
                dataFolder: desk.folder, pixelURL: desk.server.url, servicesURL: desk.server.url)
            configuration.telemetry.inspectedFile = desk.folder.appending(path: "inspected.jsonl")
            let app = try CompositionRoot(configuration)
            let folders = ["SharedPackages", "AppTarget"].map { Repository.root.appending(path: $0) }
            let sources = try Sources(below: folders)
            #expect(sources.types(being: "TelemetrySink", "RelayingSink").count > 5)
            #expect(sources.types(being: "EventMapping").count > 5)
            let audit = WiringAudit(sources: sources, order: try Guide.order())
            let wiring = Wiring(sinks: app.telemetry.facade.sinks, root: app)
            #expect(await audit.findings(wiring, facade: app.telemetry.facade) == [])
            _ = await app.telemetry.facade.shutdown(timeout: .seconds(60))
            _ = await app.pixels.shutdown(timeout: .zero)
        }
    }

    /// Sources, and what is wrong with a root that reaches nothing.
    @Test(
        "What the sources declare and nothing reaches is found; comments, texts and test products declare nothing",
        arguments: [
            ("A.swift", "public struct LostSink: TelemetrySink {}", "sink"),
            ("A.swift", "final class LostSink<Base: Sendable>: Sendable, RelayingSink {}", "sink"),
            ("A.swift", "actor LostSink {}\nextension LostSink:\n    TelemetrySink\n{}", "sink"),
            ("A.swift", "#if canImport(Lost)\nstruct LostSink: TelemetrySink {}\n#endif", "sink"),
            ("A.swift", "class LostSink: EventMapping<Int>, @unchecked Sendable {}", "mapper"),
            ("A.swift", "struct LostSink: AchievementReporting {}", "terminal"),
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

    @Test("A sink that is made but not reached is found, unless it is for another platform")
    func made() async throws {
        let text = "struct LostSink: TelemetrySink {}\nlet sink = LostSink()"
        #expect(
            try await findings([], sources: ["A.swift": text])
                == ["LostSink in A.swift is a sink that the live root does not reach."])
    }

    @Test("A deferred sink that was never bound leaves what should be behind it unreached")
    func unbound() async throws {
        let deferred = try DeferredSink()
        let sources = ["A.swift": "class DeferredSink: TelemetrySink {}\nstruct LogSink: TelemetrySink {}"]
        let missing = "LogSink in A.swift is a sink that the live root does not reach."
        #expect(
            try await findings([deferred], sources: sources, order: ["log"])
                == [missing, #"The sinks stand as ["deferred"], not as ["log"]."#])
        try deferred.setDownstream([LogSink()])
        #expect(try await findings([deferred], sources: sources, order: ["log"]) == [])
    }

    @Test("Sinks in another order than the guide's, and a reader before its writer, are found")
    func disorder() async throws {
        let writer = NoOpTrackingSink(name: "writer")
        let reader = NoOpTrackingSink(name: "reader").reads(from: writer)
        #expect(try await findings([writer, reader], order: ["writer", "reader"]) == [])
        #expect(
            try await findings(
                [FilterSink(reader, passing: "everything") { _ in true }, writer], order: ["reader", "writer"])
                == Array(repeating: "'reader' reads from 'writer', which does not stand before it.", count: 2))
        #expect(
            try await findings([writer, NoOpTrackingSink(name: "log")], order: ["log", "writer"])
                == [#"The sinks stand as ["writer", "log"], not as ["log", "writer"]."#])
    }

    @Test("A terminal that confirms nothing, or comes from elsewhere, is found; a real one is not")
    func stubs() async throws {
        let declared = ["A.swift": "struct StubTerminal: AchievementReporting {}"]
        let stub = achievements(StubTerminal())
        #expect(
            try await findings(stub, sources: declared, order: ["records", "achievements"])
                == ["StubTerminal is a stub: it does not confirm what is reported to it."])
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

    @Test("A mapper that is not combined with its fellow, or tells another facade, is found")
    func mappers() async throws {
        struct Root {
            let events: EventMapping<Int>
            let others: Any
        }
        let (live, other) = (try Telemetry(sinks: []), try Telemetry(sinks: []))
        let sources = ["A.swift": "class Mapper: EventMapping<Int> {}"]
        let find = { (root: Root) in try await findings([], sources: sources, root: root, facade: live) }
        #expect(try await find(Root(events: .noOp.combined(Mapper(live)), others: ())) == [])
        #expect(
            try await find(Root(events: .noOp, others: Mapper(live)))
                == ["events and others are both an EventMapping<Int>; combine them."])
        #expect(
            try await find(Root(events: .noOp.combined(Mapper(other)), others: ()))
                == ["Mapper tells another facade than the live one."])
    }

    /// What an audit of made-up sources finds in a made-up root.
    private func findings(
        _ sinks: [any TelemetrySink], sources: [String: String] = [:], order: [String] = [], root: Any = (),
        facade: Telemetry? = nil
    ) async throws -> [String] {
        try await TemporaryFolder.with { folder in
            for (path, text) in sources { try folder.write(text + "\n", to: path) }
            let audit = WiringAudit(sources: try Sources(below: [folder.url]), order: order)
            let facade = try facade ?? Telemetry(sinks: [])
            return await audit.findings(Wiring(sinks: sinks, root: root), facade: facade)
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
}

private struct StubTerminal: AchievementReporting {
    func confirmed() -> Set<String> { [] }
    func report(_ milestone: Milestone) {}
}

private final class Mapper: EventMapping<Int>, @unchecked Sendable {  // Its one property is a `let`.
    private let telemetry: Telemetry

    init(_ telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }
}
#endif
