import Telemetry
import TelemetryTesting
import Testing

@Suite struct AchievementSinkTests {
    /// A service that records its calls and fails by a script.
    private actor Service: AchievementReporting {
        enum Answer { case confirms, refuses, losesAnswer }

        private(set) var calls: [String] = []
        private(set) var known: Set<String> = []
        private var answers: [Answer]
        private let gate: Gate?

        init(known: Set<String> = [], answers: [Answer] = [], gate: Gate? = nil) {
            self.known = known
            self.answers = answers
            self.gate = gate
        }

        func confirmed() -> Set<String> {
            calls.append("asked")
            return known
        }

        func report(_ milestone: Milestone) async throws {
            calls.append(milestone.id)
            await gate?.pass()
            let answer = answers.isEmpty ? .confirms : answers.removeFirst()
            if answer != .refuses { known.insert(milestone.id) }
            if answer != .confirms { throw Fault() }
        }
    }

    private let milestones = [
        Milestone("one", record: "blocked", count: 1), Milestone("three", record: "blocked", count: 3),
    ]
    private let clock = ManualClock()
    private let counts = MemoryStore<[String: Int]>()
    private let confirmed = MemoryStore<Set<String>>()

    /// Returns the sinks of one launch.
    private func launch(_ service: Service) throws -> (telemetry: Telemetry, achievements: AchievementSink) {
        let records = RecordSink(counting: ["site.blocked": "blocked"], in: counts)
        let achievements = AchievementSink(
            milestones: milestones,
            records: records,
            store: confirmed,
            service: service,
            clock: clock
        )
        return (try Telemetry(sinks: [records, achievements]), achievements)
    }

    private let block = TelemetryEvent("site.blocked")

    @Test("A milestone is reported once, with the event that reaches it")
    func reports() async throws {
        let service = Service()
        let telemetry = try launch(service).telemetry
        for _ in 0..<5 {
            telemetry.observe(block)
            _ = await telemetry.flush(timeout: .seconds(60))
        }
        #expect(await service.calls == ["asked", "one", "three"])
        #expect(confirmed.value == ["one", "three"])
    }

    @Test("After an error the service is asked and called again when the pause is over")
    func retries() async throws {
        let service = Service(answers: [.refuses])
        let achievements = try launch(service).achievements
        try counts.save(["blocked": 1])

        await #expect(throws: Fault()) { try await achievements.receive(block) }
        try await achievements.receive(block)
        #expect(await service.calls == ["asked", "one"])
        clock.advance(by: .seconds(60))
        try await achievements.receive(block)
        #expect(await service.calls == ["asked", "one", "asked", "one"])
    }

    @Test("A flush reports during the pause after an error")
    func flush() async throws {
        let service = Service(answers: [.refuses])
        let achievements = try launch(service).achievements
        try counts.save(["blocked": 1])
        await #expect(throws: Fault()) { try await achievements.receive(block) }
        await achievements.flush(until: Deadline(after: .seconds(1)))
        #expect(await service.known == ["one"])
    }

    @Test("A milestone whose confirmation was lost is not reported again")
    func lostAnswer() async throws {
        let service = Service(answers: [.losesAnswer])
        let achievements = try launch(service).achievements
        try counts.save(["blocked": 1])
        await #expect(throws: Fault()) { try await achievements.receive(block) }
        await achievements.flush(until: Deadline(after: .seconds(1)))
        #expect(await service.calls == ["asked", "one", "asked"])
        #expect(confirmed.value == ["one"])
    }

    @Test("A milestone of an earlier launch is reported with the first event")
    func earlierLaunch() async throws {
        try counts.save(["blocked": 2])
        let service = Service()
        try await launch(service).achievements.receive(TelemetryEvent("app.opened"))
        #expect(await service.calls == ["asked", "one"])
    }

    @Test("A milestone that was confirmed but not stored before a crash is not reported again")
    func crashBeforeNote() async throws {
        try counts.save(["blocked": 3])
        let service = Service(known: ["one"])
        try await launch(service).achievements.receive(block)
        #expect(await service.calls == ["asked", "three"])
        #expect(confirmed.value == ["one", "three"])
    }

    @Test("A launch whose milestones are all confirmed does not call the service")
    func allNoted() async throws {
        try counts.save(["blocked": 3])
        try confirmed.save(["one", "three"])
        let service = Service()
        try await launch(service).achievements.receive(block)
        #expect(await service.calls == [])
    }

    @Test("Unconfirmed milestones exclude those that an earlier launch confirmed")
    func unconfirmed() async throws {
        try confirmed.save(["one"])
        let achievements = try launch(Service()).achievements
        #expect(try await achievements.unconfirmed() == [milestones[1]])
        try counts.save(["blocked": 3])
        try await achievements.receive(block)
        #expect(try await achievements.unconfirmed() == [])
    }

    @Test("Events from several tasks at once report a milestone once")
    func severalTasks() async throws {
        try counts.save(["blocked": 1])
        let gate = Gate()
        let service = Service(gate: gate)
        let achievements = try launch(service).achievements
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { [block] in try await achievements.receive(block) } }
            await gate.arrivals(1)
            await gate.open()
            try await group.waitForAll()
        }
        #expect(await service.calls == ["asked", "one"])
    }

    @Test("A facade with the sink before its records is refused")
    func order() throws {
        let records = RecordSink(counting: [:], in: counts)
        let achievements = AchievementSink(
            milestones: [],
            records: records,
            store: confirmed,
            service: FileAchievements(in: confirmed)
        )
        #expect(throws: TelemetryError.wrongOrder(reader: "achievements", writer: "records")) {
            try Telemetry(sinks: [achievements, records])
        }
    }
}
