import Foundation
import Telemetry
import Testing

@Suite struct RecordSinkTests {
    private let rules = ["site.blocked": "blocked", "site.warned": "blocked", "app.opened": "launches"]

    @Test("Events count towards their records, and others do not")
    func counts() async throws {
        let store = MemoryStore<[String: Int]>()
        let records = RecordSink(counting: rules, in: store)
        for name in ["site.blocked", "site.warned", "app.opened", "other"] {
            try await records.receive(TelemetryEvent(name))
        }
        #expect(try await records.counts() == ["blocked": 2, "launches": 1])
        #expect(store.value == ["blocked": 2, "launches": 1] && store.saves == 3)
    }

    @Test("Counts go on from where an earlier launch ended")
    func goesOn() async throws {
        let store = MemoryStore(["blocked": 41])
        let records = RecordSink(counting: rules, in: store)
        #expect(try await records.counts() == ["blocked": 41])
        try await records.receive(TelemetryEvent("site.blocked"))
        #expect(store.value == ["blocked": 42])
    }

    @Test("An event that could not be written is written with the next one, or with a flush")
    func writeFailure() async throws {
        let store = MemoryStore<[String: Int]>(saveErrors: [Fault(), Fault()])
        let records = RecordSink(counting: rules, in: store)
        for _ in 0..<2 {
            await #expect(throws: Fault()) { try await records.receive(TelemetryEvent("site.blocked")) }
        }
        #expect(try await records.counts() == ["blocked": 2])
        #expect(store.value == nil)
        await records.flush(until: .init(after: .zero))
        #expect(store.value == ["blocked": 2])
    }

    @Test("While earlier counts cannot be read, nothing is written over them")
    func readFailure() async throws {
        let store = MemoryStore(["blocked": 41], loadErrors: [Fault(), Fault()])
        let records = RecordSink(counting: rules, in: store)
        await #expect(throws: Fault()) { try await records.receive(TelemetryEvent("site.blocked")) }
        await #expect(throws: Fault()) { try await records.counts() }
        #expect(store.saves == 0)
        try await records.receive(TelemetryEvent("site.blocked"))
        #expect(store.value == ["blocked": 43])
    }

    @Test("Several sinks that count in one file at once lose nothing")
    func together() async throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = JSONFile<[String: Int]>(at: folder.appending(path: "counts.json"))
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    let records = RecordSink(counting: rules, in: store)
                    for _ in 0..<50 { try? await records.receive(TelemetryEvent("site.blocked")) }
                }
            }
        }
        #expect(try store.load() == ["blocked": 200])
    }

    @Test("A store that was set aside is reported once, and counting begins anew")
    func setAside() async throws {
        let error = TelemetryError.setAside(file: "a", to: "b")
        let store = MemoryStore<[String: Int]>(loadErrors: [error])
        let records = RecordSink(counting: rules, in: store)
        await #expect(throws: error) { try await records.receive(TelemetryEvent("site.blocked")) }
        try await records.receive(TelemetryEvent("site.blocked"))
        #expect(store.value == ["blocked": 2])
    }
}
