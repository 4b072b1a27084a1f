import PixelKit
import Testing

@testable import Outbox

@Suite struct EntryQueueTests {
    /// An entry that a test can recognise.
    private final class Entry: OutboxEntry {
        let name: String
        let isRetried: Bool

        init(_ name: String, isRetried: Bool = true) {
            self.name = name
            self.isRetried = isRetried
        }

        func write(in group: OutboxGroup, _ transaction: borrowing Transaction) throws {}
        func committed() {}
        func failed(_ error: DatabaseError) {}
        func abandoned() {}
    }

    private let queue = EntryQueue(limit: 10_000)

    @discardableResult
    private func offer(
        _ name: String, count: Int = 1, _ urgency: EntryQueue.Urgency = .gathered, at date: Int64 = 0
    ) -> EntryQueue.Action {
        queue.offer(Entry(name), requestCount: count, urgency, at: date).action
    }

    private func names(_ entries: [any OutboxEntry]) -> [String] { entries.compactMap { ($0 as? Entry)?.name } }

    @discardableResult
    private func commit(_ drain: EntryQueue.Drain, consent: Consent = .granted) -> EntryQueue.Action {
        queue.committed(drain, consent: consent, at: 0).action
    }

    @Test("The first entry begins the gathering, an awaited one ends it, and later ones wait for the commit")
    func gathering() {
        #expect(offer("a") == .gather)
        #expect(offer("b") == .none)
        #expect(offer("c", .awaited) == .write)
        #expect(queue.endGathering() == .none)
        let drain = queue.beginDrain()
        #expect(names(drain.group.entries) == ["a", "b", "c"])
        #expect(offer("d") == .none && offer("e", .awaited) == .none)
        #expect(queue.count == 5)
        #expect(commit(drain) == .write)
        let next = queue.beginDrain()
        #expect(names(next.group.entries) == ["d", "e"])
        #expect(commit(next) == .none)
        #expect(queue.count == 0)
        #expect(offer("f") == .gather)
        #expect(queue.endGathering() == .write)
    }

    @Test("The 512th entry is written without gathering more")
    func sizeToWrite() {
        #expect((1..<512).map { offer("\($0)") } == [.gather] + Array(repeating: .none, count: 510))
        #expect(offer("512") == .write)
    }

    @Test("A group has at most 2,048 requests, and order is kept across groups", arguments: [1, 2, 3, 64])
    func groupLimit(legs: Int) {
        for index in 0..<5000 { offer("\(index)", count: legs) }
        var written: [String] = []
        while written.count < 5000 {
            let drain = queue.beginDrain()
            #expect(drain.group.entries.count <= 2048 / legs)
            written += names(drain.group.entries)
            commit(drain)
        }
        #expect(written == (0..<5000).map(String.init))
    }

    @Test(
        "Consents keep their order with the entries between them, and a later denial already holds for earlier entries")
    func consents() {
        commit(queue.beginDrain())
        offer("before")
        queue.set(.denied, at: 0)
        #expect(queue.unstoredConsent == .denied)
        #expect(queue.offer(Entry("refused"), requestCount: 1, .gathered, at: 999).refusal == .denied)
        offer("while denied", at: 1000)
        queue.set(.granted, at: 0)
        offer("after", at: 1000)
        var seen: [String] = []
        for _ in 0..<3 {
            let drain = queue.beginDrain()
            let consent = drain.group.consent.map(\.rawValue) ?? "none"
            seen.append("\(consent), \(drain.laterConsent): \(names(drain.group.entries).joined())")
            commit(drain, consent: drain.group.consent ?? .granted)
        }
        #expect(seen == ["none, denied: before", "denied, granted: while denied", "granted, granted: after"])
        #expect(queue.unstoredConsent == .granted)
        #expect(queue.offer(Entry("open"), requestCount: 1, .gathered, at: 0).refusal == nil)
    }

    @Test("A failed group is the next one again, and an immediate call alone ends the pause")
    func failure() {
        offer("a")
        let drain = queue.beginDrain()
        offer("b")
        #expect(queue.failed(drain).action == .none)
        #expect(offer("c", .awaited) == .none)
        #expect(queue.add(Entry("change", isRetried: false)) == .write)
        #expect(queue.endPause() == .none)
        let again = queue.beginDrain()
        #expect(names(again.group.entries) == ["a"])
        commit(again)
        #expect(names(queue.beginDrain().group.entries) == ["b", "c", "change"])
    }

    @Test("The timer ends the pause once")
    func pause() {
        offer("a")
        _ = queue.failed(queue.beginDrain())
        #expect(queue.endPause() == .write)
        #expect(queue.endPause() == .none)
    }

    @Test("Entries that are not retried fail with the storage, in every group, and the others stay in order")
    func changes() {
        offer("a")
        _ = queue.add(Entry("first", isRetried: false))
        queue.set(.granted, at: 0)
        offer("b")
        _ = queue.add(Entry("second", isRetried: false))
        let end = queue.failed(queue.beginDrain())
        #expect(names(end.failed) == ["first", "second"] && end.action == .none)
        #expect(queue.count == 2)
        let drain = queue.beginDrain()
        #expect(names(drain.group.entries) == ["a"] && drain.laterConsent == .granted)
        commit(drain)
        let next = queue.beginDrain()
        #expect(next.group.consent == .granted && names(next.group.entries) == ["b"])
    }

    @Test("A change that comes while a drain fails is tried before it fails")
    func lateChange() {
        let drain = queue.beginDrain()
        _ = queue.add(Entry("late", isRetried: false))
        let end = queue.failed(drain)
        #expect(names(end.failed) == [] && end.action == .write)
        let own = queue.failed(queue.beginDrain())
        #expect(names(own.failed) == ["late"] && own.action == .none)
        #expect(queue.count == 0)
    }

    @Test("A full queue refuses and counts, until a transaction has counted the refusals")
    func refusals() {
        let queue = EntryQueue(limit: 1)
        _ = queue.offer(Entry("a"), requestCount: 1, .gathered, at: 0)
        #expect(queue.offer(Entry("b"), requestCount: 3, .gathered, at: 0).refusal == .memoryFull)
        #expect(queue.shutDown() && !queue.shutDown() && queue.isShutDown)
        #expect(queue.offer(Entry("c"), requestCount: 2, .gathered, at: 0).refusal == .shutDown)
        _ = queue.failed(queue.beginDrain())
        let drain = queue.beginDrain()
        #expect(drain.refusals.memoryFull == 3 && drain.refusals.shutDown == 2)
        _ = queue.committed(drain, consent: .granted, at: 0)
        #expect(queue.beginDrain().refusals.memoryFull == 0)
    }

    @Test("A caller waits for everything before the call, in a drain that begins after it")
    func waiting() async {
        #expect(offer("a", .awaited) == .write)
        let running = queue.beginDrain()
        let isCommitted = await withCheckedContinuation { continuation in
            #expect(queue.wait(continuation) == .none)
            let end = queue.committed(running, consent: .granted, at: 0)
            #expect(end.over.isEmpty && end.action == .write)
            for waiter in queue.committed(queue.beginDrain(), consent: .granted, at: 0).over {
                waiter.resume(returning: true)
            }
        }
        #expect(isCommitted)
    }
}
