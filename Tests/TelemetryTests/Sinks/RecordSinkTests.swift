import Foundation
import Telemetry
import TestSupport
import Testing

@Suite struct RecordSinkTests {
    private let rules = ["site.blocked": "blocked", "site.warned": "blocked", "app.opened": "launches"]

    @Test("Events with a record are counted, others are not")
    func counts() async throws {
        let store = MemoryStore<[String: Int]>()
        let records = RecordSink(counting: rules, in: store)
        for name in ["site.blocked", "site.warned", "app.opened", "other"] {
            try await records.receive(TelemetryEvent(name))
        }
        #expect(try await records.counts() == ["blocked": 2, "launches": 1])
        #expect(store.value == ["blocked": 2, "launches": 1] && store.saves == 3)
    }

    @Test("Counts continue from those of an earlier launch")
    func goesOn() async throws {
        let store = MemoryStore(["blocked": 41])
        let records = RecordSink(counting: rules, in: store)
        #expect(try await records.counts() == ["blocked": 41])
        try await records.receive(TelemetryEvent("site.blocked"))
        #expect(store.value == ["blocked": 42])
    }

    @Test("A count that could not be saved is saved by a flush")
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

    @Test("Counts that cannot be read are not overwritten")
    func readFailure() async throws {
        let store = MemoryStore(["blocked": 41], loadErrors: [Fault(), Fault()])
        let records = RecordSink(counting: rules, in: store)
        await #expect(throws: Fault()) { try await records.receive(TelemetryEvent("site.blocked")) }
        await #expect(throws: Fault()) { try await records.counts() }
        #expect(store.saves == 0)
        try await records.receive(TelemetryEvent("site.blocked"))
        #expect(store.value == ["blocked": 43])
    }

    @Test("Four sinks that count in one file lose no event")
    func together() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
            let store = JSONFile<[String: Int]>(at: folder.appending(path: "counts.json"))
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        let records = RecordSink(counting: rules, in: store)
                        for _ in 0..<50 { try? await records.receive(TelemetryEvent("site.blocked")) }
                    }
                }
            }
            let counts = try store.load()
            #expect(counts == ["blocked": 200])
        }
    }

    @Test("An invalid store is reported once, and counting starts at zero")
    func setAside() async throws {
        let error = TelemetryError.setAside(file: "a", to: "b")
        let store = MemoryStore<[String: Int]>(loadErrors: [error])
        let records = RecordSink(counting: rules, in: store)
        await #expect(throws: error) { try await records.receive(TelemetryEvent("site.blocked")) }
        try await records.receive(TelemetryEvent("site.blocked"))
        #expect(store.value == ["blocked": 2])
    }
}
