import Telemetry
import TelemetryTesting
import Testing

@Suite struct ScoreSinkTests {
    /// A service that records the submitted scores and refuses some of them.
    private actor Service: ScoreReporting {
        private(set) var calls: [String] = []
        private var refusals: Set<String>
        private let gate: Gate?

        init(refusing refusals: Set<String> = [], gate: Gate? = nil) {
            self.refusals = refusals
            self.gate = gate
        }

        func submit(_ score: Int, to leaderboard: String) async throws {
            calls.append("\(leaderboard) \(score)")
            await gate?.pass()
            if refusals.remove(leaderboard) != nil { throw Fault() }
        }
    }

    private let clock = ManualClock()
    private let counts = MemoryStore<[String: Int]>()
    private let submitted = MemoryStore<[String: Int]>()
    private let block = TelemetryEvent("site.blocked")

    /// Returns the sinks of one launch.
    private func launch(_ service: any ScoreReporting) throws -> (telemetry: Telemetry, scores: ScoreSink) {
        let records = RecordSink(counting: ["site.blocked": "blocked", "site.left": "left"], in: counts)
        let scores = ScoreSink(
            leaderboards: [Leaderboard("blocks", record: "blocked"), Leaderboard("leaves", record: "left")],
            records: records, store: submitted, service: service, clock: clock)
        return (try Telemetry(sinks: [records, scores]), scores)
    }

    @Test("A count is submitted to its leaderboard with each event that raises it")
    func submits() async throws {
        let service = Service()
        let telemetry = try launch(service).telemetry
        for name in ["site.blocked", "other", "site.left", "site.blocked"] {
            telemetry.observe(TelemetryEvent(name))
            _ = await telemetry.flush(timeout: .seconds(60))
        }
        #expect(await service.calls == ["blocks 1", "leaves 1", "blocks 2"])
        #expect(submitted.value == ["blocks": 2, "leaves": 1])
    }

    @Test("Events that arrive during a submission do not submit the same score again")
    func severalTasks() async throws {
        let gate = Gate()
        let service = Service(gate: gate)
        let (telemetry, scores) = try launch(service)
        telemetry.observe(block)
        await gate.arrivals(1)
        async let first: Void = scores.receive(block)
        async let second: Void = scores.receive(block)
        await gate.open()
        _ = try await (first, second)
        #expect(await telemetry.flush(timeout: .seconds(60)).isComplete)
        #expect(await service.calls == ["blocks 1"])
    }

    @Test("A score of an earlier launch is submitted with the first event, unless it was accepted")
    func earlierLaunch() async throws {
        try counts.save(["blocked": 4, "left": 2])
        try submitted.save(["blocks": 4])
        let service = Service()
        let scores = try launch(service).scores
        try await scores.receive(TelemetryEvent("app.opened"))
        #expect(await service.calls == ["leaves 2"])
        #expect(try await scores.submittedScores() == ["blocks": 4, "leaves": 2])
    }

    @Test("An error of one leaderboard does not stop the others, and begins a pause")
    func retries() async throws {
        try counts.save(["blocked": 1, "left": 1])
        let service = Service(refusing: ["blocks"])
        let scores = try launch(service).scores
        await #expect(throws: Fault()) { try await scores.receive(block) }
        try await scores.receive(block)
        #expect(await service.calls == ["blocks 1", "leaves 1"])
        clock.advance(by: .seconds(60))
        try await scores.receive(block)
        #expect(await service.calls == ["blocks 1", "leaves 1", "blocks 1"])
    }

    @Test("A flush submits during the pause after an error")
    func flush() async throws {
        try counts.save(["blocked": 1])
        let service = Service(refusing: ["blocks"])
        let scores = try launch(service).scores
        await #expect(throws: Fault()) { try await scores.receive(block) }
        await scores.flush(until: Deadline(after: .seconds(1)))
        #expect(await service.calls == ["blocks 1", "blocks 1"])
        #expect(submitted.value == ["blocks": 1])
    }

    @Test("If the accepted scores cannot be read or written, the scores are submitted again and the error is thrown")
    func store() async throws {
        try counts.save(["blocked": 3])
        let broken = MemoryStore<[String: Int]>(["blocks": 3], loadErrors: [Fault()])
        let records = RecordSink(counting: [:], in: counts)
        let service = Service()
        let scores = ScoreSink(
            leaderboards: [Leaderboard("blocks", record: "blocked")], records: records, store: broken,
            service: service)
        await #expect(throws: Fault()) { try await scores.receive(block) }
        #expect(await service.calls == ["blocks 3"])
        #expect(broken.value == ["blocks": 3])
    }

    @Test("FileScores keeps the best score of each leaderboard")
    func fileScores() async throws {
        let store = MemoryStore<[String: Int]>()
        for (score, leaderboard) in [(2, "a"), (1, "a"), (5, "b")] {
            try await FileScores(in: store).submit(score, to: leaderboard)
        }
        #expect(try await FileScores(in: store).scores() == ["a": 2, "b": 5])
    }
}
