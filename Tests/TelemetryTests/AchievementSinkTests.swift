import Telemetry
import TelemetryTesting
import Testing

@Suite struct AchievementSinkTests {
    /// A terminal that notes what it is asked, and fails as it is told.
    private actor Terminal: AchievementReporting {
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
    private let notes = MemoryStore<Set<String>>()

    /// The sinks of one launch, in their order.
    private func launch(_ terminal: Terminal) throws -> (telemetry: Telemetry, achievements: AchievementSink) {
        let records = RecordSink(counting: ["site.blocked": "blocked"], in: counts)
        let achievements = AchievementSink(
            milestones: milestones,
            records: records,
            noting: notes,
            terminal: terminal,
            clock: clock
        )
        return (try Telemetry(sinks: [records, achievements]), achievements)
    }

    private let block = TelemetryEvent("site.blocked")

    @Test("A milestone is reported with the event that reaches it, once")
    func reports() async throws {
        let terminal = Terminal()
        let telemetry = try launch(terminal).telemetry
        for _ in 0..<5 {
            telemetry.observe(block)
            _ = await telemetry.flush(timeout: .seconds(60))
        }
        #expect(await terminal.calls == ["asked", "one", "three"])
        #expect(notes.value == ["one", "three"])
    }

    @Test("After an error the terminal is left alone for a while, asked, and told again")
    func retries() async throws {
        let terminal = Terminal(answers: [.refuses])
        let achievements = try launch(terminal).achievements
        try counts.save(["blocked": 1])

        await #expect(throws: Fault()) { try await achievements.receive(block) }
        try await achievements.receive(block)
        #expect(await terminal.calls == ["asked", "one"])
        clock.advance(by: .seconds(60))
        try await achievements.receive(block)
        #expect(await terminal.calls == ["asked", "one", "asked", "one"])
    }

    @Test("A flush does not wait for the pause after an error to end")
    func flush() async throws {
        let terminal = Terminal(answers: [.refuses])
        let achievements = try launch(terminal).achievements
        try counts.save(["blocked": 1])
        await #expect(throws: Fault()) { try await achievements.receive(block) }
        await achievements.flush(until: Deadline(after: .seconds(1)))
        #expect(await terminal.known == ["one"])
    }

    @Test("A milestone whose confirmation got lost on the way is not reported again")
    func lostAnswer() async throws {
        let terminal = Terminal(answers: [.losesAnswer])
        let achievements = try launch(terminal).achievements
        try counts.save(["blocked": 1])
        await #expect(throws: Fault()) { try await achievements.receive(block) }
        await achievements.flush(until: Deadline(after: .seconds(1)))
        #expect(await terminal.calls == ["asked", "one", "asked"])
        #expect(notes.value == ["one"])
    }

    @Test("What an earlier launch reached is reported with the first event, whatever that is")
    func earlierLaunch() async throws {
        try counts.save(["blocked": 2])
        let terminal = Terminal()
        try await launch(terminal).achievements.receive(TelemetryEvent("app.opened"))
        #expect(await terminal.calls == ["asked", "one"])
    }

    @Test("What the terminal confirmed before a crash is not reported after it, though no note tells")
    func crashBeforeNote() async throws {
        try counts.save(["blocked": 3])
        let terminal = Terminal(known: ["one"])
        try await launch(terminal).achievements.receive(block)
        #expect(await terminal.calls == ["asked", "three"])
        #expect(notes.value == ["one", "three"])
    }

    @Test("A launch whose milestones are all noted leaves the terminal alone")
    func allNoted() async throws {
        try counts.save(["blocked": 3])
        try notes.save(["one", "three"])
        let terminal = Terminal()
        try await launch(terminal).achievements.receive(block)
        #expect(await terminal.calls == [])
    }

    @Test("It tells which milestones are not known to be confirmed, those of earlier launches included")
    func unconfirmed() async throws {
        try notes.save(["one"])
        let achievements = try launch(Terminal()).achievements
        #expect(try await achievements.unconfirmed() == [milestones[1]])
        try counts.save(["blocked": 3])
        try await achievements.receive(block)
        #expect(try await achievements.unconfirmed() == [])
    }

    @Test("Calls from several tasks report a milestone once")
    func severalTasks() async throws {
        try counts.save(["blocked": 1])
        let gate = Gate()
        let terminal = Terminal(gate: gate)
        let achievements = try launch(terminal).achievements
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { [block] in try await achievements.receive(block) } }
            await gate.arrivals(1)
            await gate.open()
            try await group.waitForAll()
        }
        #expect(await terminal.calls == ["asked", "one"])
    }

    @Test("It must stand behind its records")
    func order() throws {
        let records = RecordSink(counting: [:], in: counts)
        let achievements = AchievementSink(
            milestones: [],
            records: records,
            noting: notes,
            terminal: FileAchievements(in: notes)
        )
        #expect(throws: TelemetryError.wrongOrder(reader: "achievements", writer: "records")) {
            try Telemetry(sinks: [achievements, records])
        }
    }
}
