import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct ClaimTests {
    private let lease = Lease()

    @Test("Requests are claimed oldest first, no more than asked for", arguments: [(-1, 0), (0, 0), (3, 3), (9, 5)])
    func order(limit: Int, count: Int) async throws {
        let store = try await Store()
        let ids = try await store.append("a", 3) + store.append("b", 2)
        #expect(try await store.claimIDs(limit, for: lease) == Array(ids.prefix(count)))
    }

    @Test("Nothing waiting is nothing to do, and takes no lease")
    func nothing() async throws {
        let store = try await Store()
        #expect(try await store.claim(for: lease) == .nothing(until: nil))
        try await store.append("a")
        #expect(try await store.claimIDs(for: Lease()).count == 1)
    }

    @Test("The attempt is on disk before anything is sent")
    func attempts() async throws {
        let folder = TemporaryFolder()
        let ids = try await Store(in: folder).append("a")
        for attempt in 1...3 {
            // Each time by a process that dies before it settles.
            let store = try await Store(in: folder)
            let lease = Lease()
            let requests = try await store.claimed(for: lease).requests
            #expect(requests.map(\.attempt) == [attempt])
            #expect(requests.map(\.id) == ids)
            try await store.database.perform { try store.outbox.release(lease, in: $0) }
        }
        #expect(try await Store(in: folder).accounts() == Accounts(accepted: 1, pending: 1, resent: 2))
    }

    @Test("Settling delivers, drops and delays, each counted; what was not claimed stays")
    func settling() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 3) + store.append("b", 2)
        #expect(try await store.claimIDs(3, for: lease) == Array(ids.prefix(3)))
        let retry = Store.start + 10
        try await store.settle([
            (ids[0], .delivered), (ids[1], .dropped(.refused)), (ids[2], .retry(at: retry, mayHaveArrived: false)),
        ])
        #expect(
            try await store.accounts() == Accounts(accepted: 5, delivered: 1, pending: 3, dropped: [.refused: 1])
        )
        #expect(try await store.claimIDs(for: lease) == Array(ids.suffix(2)))
        #expect(try await store.counters().kept == store.counters().actual)
    }

    @Test("An answer counts once, and not at all for an unknown id or another store")
    func settledOnce() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 2)
        _ = try await store.claimIDs(1, for: lease)
        try await store.settle([(ids[0], .delivered)], store: try await store.identity() &+ 1)
        #expect(try await store.accounts().delivered == 0)
        let again: [(id: Int64, Settlement)] = [
            (ids[0], .delivered), (ids[0], .delivered), (ids[0], .dropped(.refused)),
            (ids[0], .retry(at: Store.start, mayHaveArrived: true)), (99, .delivered),
        ]
        for _ in 0..<2 { try await store.settle(again) }
        #expect(try await store.accounts() == Accounts(accepted: 2, delivered: 1, pending: 1))
    }

    @Test("An answer that comes after the store was set aside is ignored, although the id is in use again")
    func setAside() async throws {
        let folder = TemporaryFolder()
        let store = try await Store(in: folder)
        let ids = try await store.append("old")
        let identity = try await store.claimed(for: lease).store
        try FileManager.default.removeItem(at: folder.file("store.sqlite"))
        try Data("damage".utf8).write(to: folder.file("store.sqlite"))
        try await store.set(.granted)
        #expect(folder.names(holding: "damage").count == 1)
        #expect(try await store.append("new") == ids)
        try await store.settle(ids.map { ($0, .delivered) }, store: identity)
        #expect(try await store.accounts() == Accounts(accepted: 1, pending: 1))
    }

    @Test("Only a repetition of what may have arrived counts as resent", arguments: [(true, 1), (false, 0)])
    func resent(mayHaveArrived: Bool, resent: Int) async throws {
        let store = try await Store()
        let ids = try await store.append("a")
        _ = try await store.claimIDs(for: lease)
        try await store.settle([(ids[0], .retry(at: Store.start + 1, mayHaveArrived: mayHaveArrived))])
        #expect(try await store.claimIDs(for: lease, at: Store.start + 1) == ids)
        #expect(try await store.accounts() == Accounts(accepted: 1, pending: 1, resent: resent))
    }

    @Test("Those never tried come first, then those tried least, then in the order in which they are due")
    func delayed() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 4)
        _ = try await store.claimIDs(3, for: lease)
        try await store.settle(
            [30, 10, 20].enumerated().map { index, seconds in
                (ids[index], .retry(at: Store.start + seconds, mayHaveArrived: false))
            })
        #expect(try await store.claimIDs(for: lease, at: Store.start + 9.999) == [ids[3]])
        try await store.settle([(ids[3], .delivered)])
        #expect(
            try await store.claim(for: lease, at: Store.start + 9.999) == .nothing(until: Store.start + 10)
        )
        let late = try await store.append("b")
        #expect(try await store.claimIDs(2, for: lease, at: Store.start + 20) == [late[0], ids[1]])
        try await store.settle([(late[0], .delivered), (ids[1], .retry(at: Store.start + 25, mayHaveArrived: false))])
        #expect(try await store.claimIDs(for: lease, at: Store.start + 30) == [ids[2], ids[0], ids[1]])
    }

    @Test("A delay set by a clock a year ahead does not last for a year")
    func clockSetBack() async throws {
        let store = try await Store()
        let ids = try await store.append("a")
        _ = try await store.claimIDs(for: lease)
        try await store.settle([(ids[0], .retry(at: Store.start + 365 * 86_400, mayHaveArrived: false))])
        #expect(try await store.claimIDs(for: lease) == ids)
    }

    @Test("A stored request that cannot be read is dropped and counted; the others go out")
    func unreadable() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 5)
        try await store.database.perform { try $0.execute("UPDATE requests SET kind = 77 WHERE id IN (1, 2, 4)") }
        #expect(try await store.claimIDs(2, for: lease) == [ids[2], ids[4]])
        #expect(try await store.accounts() == Accounts(accepted: 5, pending: 2, dropped: [.unreadable: 3]))
        #expect(try await store.counters().kept == store.counters().actual)
    }

    // MARK: - Pause

    private func pause(_ store: Store, at now: Date) async throws -> Pause? {
        try await store.database.perform { try store.outbox.pause(at: now, in: $0) }
    }

    private func set(_ pause: Pause?, _ store: Store) async throws {
        try await store.database.perform { try store.outbox.setPause(pause, at: Store.start, in: $0) }
    }

    @Test("A pause is on disk, holds claims back, ends by itself, and can be ignored")
    func pause() async throws {
        let folder = TemporaryFolder()
        let paused = Pause(until: Store.start + 60, failures: 3)
        try await set(paused, Store(in: folder))
        let store = try await Store(in: folder)
        let ids = try await store.append("a")
        #expect(try await pause(store, at: Store.start) == paused)
        #expect(try await store.claim(for: lease) == .nothing(until: Store.start + 60))
        #expect(try await pause(store, at: Store.start + 60) == nil)
        #expect(try await store.claimed(for: lease, ignoringPause: true).requests.map(\.id) == ids)
        #expect(try await store.claimIDs(for: lease, at: Store.start + 60) == ids)
        #expect(try await store.database.perform { try store.outbox.failures(in: $0) } == 3)
    }

    @Test("A pause that the server asked for cannot be ignored")
    func askedPause() async throws {
        let store = try await Store()
        try await store.append("a")
        try await set(Pause(until: Store.start + 60, failures: 1, isAsked: true), store)
        #expect(try await store.claim(for: lease, ignoringPause: true) == .nothing(until: Store.start + 60))
    }

    @Test("A success ends the pause and its count")
    func pauseEnds() async throws {
        let store = try await Store()
        try await set(Pause(until: Store.start + 60, failures: 3), store)
        try await set(nil, store)
        #expect(try await pause(store, at: Store.start) == nil)
        #expect(try await store.database.perform { try store.outbox.failures(in: $0) } == 0)
    }

    @Test("A clock set back does not prolong a pause", arguments: [-60.001, -86_400.0, -31_536_000.0])
    func pauseAndClock(change: TimeInterval) async throws {
        let store = try await Store()
        try await set(Pause(until: Store.start + 60, failures: 1), store)
        #expect(try await pause(store, at: Store.start + change) == nil)
    }

    @Test("Somebody who read the clock a little earlier keeps to the pause and to the lease of another")
    func earlierReading() async throws {
        let store = try await Store()
        let ids = try await store.append("a")
        #expect(try await store.claimIDs(for: lease) == ids)
        for seconds in [-0.001, -1, -60] {
            let claim = try await store.claim(for: Lease(), at: Store.start + seconds)
            #expect(claim == .leased(until: Store.start + 60))
        }
        let paused = Pause(until: Store.start + 60, failures: 1)
        try await set(paused, store)
        for seconds in [-0.001, -1, -60] { #expect(try await pause(store, at: Store.start + seconds) == paused) }
    }

    // MARK: - Lease

    @Test("One uploader at a time: another hears until when")
    func exclusion() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 2)
        let other = Lease()
        #expect(try await store.claimIDs(1, for: lease) == [ids[0]])
        #expect(try await store.claim(for: other, at: Store.start + 1) == .leased(until: Store.start + 60))
        try await store.settle([(ids[0], .delivered)])
        #expect(try await store.claimIDs(1, for: lease, at: Store.start + 30) == [ids[1]])
        #expect(try await store.claim(for: other, at: Store.start + 89) == .leased(until: Store.start + 90))
        #expect(try await store.claimIDs(for: other, at: Store.start + 90) == [ids[1]])
        #expect(try await store.claim(for: lease, at: Store.start + 91) == .leased(until: Store.start + 150))
    }

    @Test("A lease that is given back is free at once; only its holder can give it back")
    func release() async throws {
        let store = try await Store()
        let ids = try await store.append("a")
        let other = Lease()
        _ = try await store.claimIDs(for: lease)
        try await store.database.perform { try store.outbox.release(other, in: $0) }
        #expect(try await store.claimIDs(for: other) == [])
        try await store.database.perform { try store.outbox.release(lease, in: $0) }
        #expect(try await store.claimIDs(for: other) == ids)
    }

    @Test("A deadline that a clock ahead has set does not shut others out once the clock is set back")
    func leaseAndClock() async throws {
        let store = try await Store()
        let ids = try await store.append("a")
        _ = try await store.claimIDs(for: lease, at: Store.start + 365 * 86_400)
        #expect(try await store.accounts().dropped == [.expired: 1])
        let more = try await store.append("a")
        #expect(try await store.claimIDs(for: lease, at: Store.start + 3600) == more)
        #expect(try await store.claimIDs(for: Lease()) == more)
        #expect(ids != more)
    }
}
