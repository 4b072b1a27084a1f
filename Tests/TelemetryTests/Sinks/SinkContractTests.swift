import Foundation
import Telemetry
import TelemetryTesting
import Testing

@Suite struct SinkContractTests {
    private static let sinks: [(String, @Sendable (CapturingSink) async throws -> any TelemetrySink)] = [
        ("CapturingSink", { $0 }),
        ("NoOpTrackingSink", { _ in NoOpTrackingSink() }),
        ("AdjustedSink", { $0.patience(.seconds(1)) }),
        ("FilterSink", { FilterSink($0, passing: "everything") { _ in true } }),
        ("SamplingSink", { try SamplingSink($0, percent: 100) }),
        ("ForwardingSink", { try ForwardingSink($0) }),
        (
            "DeferredSink, bound",
            { captured in
                let deferred = try DeferredSink()
                try deferred.setDownstream([captured])
                return deferred
            }
        ),
        ("DeferredSink, not bound", { _ in try DeferredSink() }),
        ("LogSink", { _ in LogSink(output: StreamOutput(descriptor: -1)) }),
        ("RecordSink", { _ in RecordSink(counting: ["event.1": "ones"], in: MemoryStore()) }),
        (
            "AchievementSink",
            { _ in
                let records = RecordSink(counting: ["event.1": "ones"], in: MemoryStore())
                await records.flush(until: Deadline(after: .zero))
                return AchievementSink(
                    milestones: [Milestone("first", record: "ones", count: 0)],
                    records: records,
                    store: MemoryStore(),
                    service: FileAchievements(in: MemoryStore())
                )
            }
        ),
        (
            "ScoreSink",
            { _ in
                let records = RecordSink(counting: ["event.1": "ones"], in: MemoryStore())
                return ScoreSink(
                    leaderboards: [Leaderboard("board", record: "ones")], records: records, store: MemoryStore(),
                    service: FileScores(in: MemoryStore()))
            }
        ),
    ]

    @Test("Every sink of the module keeps the contract", arguments: sinks.indices)
    func ours(index: Int) async throws {
        let (name, make) = Self.sinks[index]
        let violations = await SinkContract { try await make(CapturingSink()) }.violations()
        #expect(violations == [], "\(name)")
    }

    @Test("A contract with received names checks order and completeness")
    func received() async throws {
        let contract = SinkContract(received: { ($0 as? CapturingSink)?.names ?? [] }) { CapturingSink() }
        try await contract.verify()
    }

    @Test(
        "A sink with an empty name or a dependency on itself breaks the contract",
        arguments: [
            (ClosureSink("") { _ in } as any TelemetrySink, ["A sink has one name, but its name is empty."]),
            (
                ClosureSink("a").reads(from: ClosureSink("a")),
                ["A sink does not read from itself, but it declares that it does."]
            ),
        ]
    )
    func broken(sink: any TelemetrySink, expected: [String]) async throws {
        #expect(await SinkContract { sink }.violations().map(\.description) == expected)
    }

    @Test("A sink that loses events breaks the contract")
    func lossy() async throws {
        let contract = SinkContract(received: { _ in ["event.1"] }) { CapturingSink() }
        let failure = await #expect(throws: SinkContract.Failure.self) { try await contract.verify() }
        #expect(
            failure?.description
                == "A sink works in a facade, but of 100 events it received 1, or not in their order."
        )
    }

    @Test("A sink that hangs is reported after the limit")
    func hanging() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let sink = ClosureSink("hanging") { event in
            if event.name == "cancelled" { await gate.pass() }
        }
        async let violations = SinkContract(limit: .seconds(1), clock: clock) { sink }.violations()
        await gate.arrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))

        #expect(
            await violations.map(\.description)
                == ["A sink returns in a cancelled task, but it did not return within 1.0 seconds."]
        )
        await gate.open()
    }

    @Test("A sink that cannot be created is reported under every rule")
    func notMade() async {
        let violations = await SinkContract { throw Fault() }.violations()
        #expect(violations.count == 7)
        #expect(violations.allSatisfy { $0.finding == "it could not be created: Fault()" })
    }
}

extension ClosureSink {
    init(_ name: String) { self.init(name) { _ in } }
}
