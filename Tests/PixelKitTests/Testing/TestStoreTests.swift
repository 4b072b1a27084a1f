import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite struct TestStoreTests {
    private static let faults: [(TestStore.Fault, DatabaseError)] = [
        (.full, .full), (.readOnly, .readOnly), (.busy, .busy), (.torn, .corrupt),
    ]

    @Test("A fault fails every transaction until it is lifted", arguments: faults)
    func failing(fault: TestStore.Fault, error: DatabaseError) async throws {
        let store = TestStore()
        try await store.database.perform { _ in }
        store.set(fault)
        for _ in 0..<2 { await #expect(throws: error) { try await store.database.perform { _ in } } }
        #expect(store.database.failure == error)
        store.set(nil)
        try await store.database.perform { _ in }
        #expect(store.database.failure == nil)
    }

    @Test("A slow store holds its commit until the fault is lifted, also when the fault is set again")
    func slow() async throws {
        let store = TestStore()
        let steps = Collector<String>()
        store.set(.slow)
        let task = Task {
            try await store.database.perform { _ in }
            steps.append("committed")
        }
        while store.heldCommits == 0 { await Task.yield() }
        store.set(.slow)
        for _ in 0..<100 { await Task.yield() }
        #expect(store.heldCommits == 1)
        steps.append("lifted")
        store.set(nil)
        try await task.value
        #expect(steps.values == ["lifted", "committed"] && store.heldCommits == 0)
    }

    @Test("A store in a folder outlives the object")
    func folder() async throws {
        try await TemporaryFolder.with { folder in
            let outbox = OutboxStore(initialConsent: .granted)
            try await TestStore(folder: folder.url).database.perform { try outbox.drop(.tooLong, 3, in: $0) }
            let accounts = try await TestStore(folder: folder.url).database.read { try outbox.accounts(in: $0) }
            #expect(accounts.dropped == [.tooLong: 3])
        }
    }
}
