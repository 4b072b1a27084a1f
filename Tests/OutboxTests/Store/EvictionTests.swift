import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct EvictionTests {
    private func expectExactCounters(_ store: Store) async throws {
        let counters = try await store.counters()
        #expect(counters.kept == counters.actual)
        #expect(try await store.accounts().isBalanced)
    }

    @Test("One name alone may fill the store; its oldest go first")
    func alone() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 100))
        let ids = try await store.append("a", 100) + store.append("a", 30)
        #expect(try await store.holdings() == ["a": 100])
        #expect(try await store.accounts() == Accounts(accepted: 130, pending: 100, dropped: [.storeFull: 30]))
        #expect(try await store.claimIDs(1, for: Lease()) == [ids[30]])
        try await expectExactCounters(store)
    }

    @Test("No name holds more than a quarter while others wait")
    func share() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 100))
        try await store.append("quiet")
        try await store.append("chatty", 60)
        #expect(try await store.holdings() == ["quiet": 1, "chatty": 25])
        #expect(try await store.accounts() == Accounts(accepted: 61, pending: 26, dropped: [.overShare: 35]))
        try await expectExactCounters(store)
    }

    @Test("Who waited alone is cut to a quarter when another comes")
    func joined() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 100))
        try await store.append("chatty", 60)
        #expect(try await store.holdings() == ["chatty": 60])
        try await store.append("quiet")
        #expect(try await store.holdings() == ["quiet": 1, "chatty": 25])
        try await expectExactCounters(store)
    }

    @Test("A chatty name cannot evict the others")
    func chatty() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 100))
        for name in 0..<10 { try await store.append("quiet \(name)", 5) }
        for _ in 0..<20 { try await store.append("chatty", 50) }
        let holdings = try await store.holdings()
        #expect(holdings["chatty"] == 25)
        #expect(holdings.filter { $0.key != "chatty" }.values.allSatisfy { $0 == 5 })
        #expect(holdings.count == 11)
        try await expectExactCounters(store)
    }

    @Test("Several chatty names together cannot evict the quiet ones either")
    func severalChatty() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 100))
        for name in 0..<5 { try await store.append("quiet \(name)", 2) }
        for round in 0..<40 { try await store.append("chatty \(round % 8)", 10) }
        let holdings = try await store.holdings()
        #expect(holdings.filter { $0.key.hasPrefix("quiet") }.values.sorted() == [2, 2, 2, 2, 2])
        #expect(holdings.values.reduce(0, +) == 100)
        try await expectExactCounters(store)
    }

    @Test("The limit of bytes holds, and takes no more than it needs")
    func bytes() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 1000, bytes: 10_000))
        for name in 0..<50 { try await store.append("tiny \(name)", bytes: 10) }
        for _ in 0..<12 { try await store.append("large", bytes: 1000) }
        let holdings = try await store.holdings()
        #expect(holdings["large"] == 9)
        #expect(holdings.count == 51)
        #expect(try await store.accounts().dropped == [.storeFull: 3])
        try await expectExactCounters(store)
    }

    @Test("A request larger than the store goes alone")
    func giant() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 1000, bytes: 10_000))
        try await store.append("small", 20)
        try await store.append("giant", body: Data(count: 20_000))
        #expect(try await store.holdings() == ["small": 20])
        #expect(try await store.accounts().dropped == [.storeFull: 1])
        try await expectExactCounters(store)
    }

    @Test("Limits that were lowered hold from the next request on; limits below one keep nothing or little")
    func lowered() async throws {
        let folder = TemporaryFolder()
        try await Store(in: folder).append("a", 50)
        for rows in [10, 1, 0, -1] {
            let store = try await Store(in: folder, limits: OutboxLimits(rows: rows))
            try await store.append("a")
            #expect(try await store.accounts().pending == max(0, rows))
            try await expectExactCounters(store)
        }
    }

    @Test("What is older than the limit goes when something comes or is claimed, wherever it stands in the queue")
    func age() async throws {
        let store = try await Store(limits: OutboxLimits(age: .seconds(100)))
        try await store.append("future", 100, at: Store.start + 1000)
        try await store.append("old", 3, at: Store.start)
        try await store.append("young", 2, at: Store.start + 101)
        #expect(try await store.accounts().dropped == [.expired: 3])
        let requests = try await store.claimed(for: Lease(), at: Store.start + 1099).requests
        #expect(requests.map(\.request.name) == Array(repeating: "future", count: 4))
        #expect(try await store.accounts() == Accounts(accepted: 105, pending: 100, dropped: [.expired: 5]))
        try await expectExactCounters(store)
    }

    @Test("A request lives exactly as long as its age allows", arguments: [(100, 1), (101, 0)])
    func exactAge(seconds: Int, pending: Int) async throws {
        let store = try await Store(limits: OutboxLimits(age: .seconds(100)))
        try await store.append("a")
        _ = try await store.claim(for: Lease(), at: Store.start + Double(seconds))
        #expect(try await store.accounts().pending == pending)
    }

    @Test("A request that may have arrived expires and is evicted like any other")
    func mayHaveArrived() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 10, age: .seconds(100)))
        let ids = try await store.append("a", 4)
        let lease = Lease()
        #expect(try await store.claimIDs(for: lease) == ids)
        try await store.settle(ids.map { ($0, .retry(at: Store.start + 50, mayHaveArrived: true)) })
        try await store.append("a", 8)
        #expect(try await store.accounts().dropped == [.storeFull: 2])
        _ = try await store.claim(for: lease, at: Store.start + 101)
        #expect(try await store.accounts() == Accounts(accepted: 12, dropped: [.storeFull: 2, .expired: 10]))
        try await expectExactCounters(store)
    }

    @Test("Rows under way are spared by the caps: their answers are due")
    func underWay() async throws {
        let store = try await Store(limits: OutboxLimits(rows: 10))
        let ids = try await store.append("a", 10)
        let claimed = try await store.claimIDs(4, for: Lease())
        try await store.append("a", 10)
        try await store.settle(claimed.map { ($0, .delivered) })
        #expect(claimed == Array(ids.prefix(4)))
        #expect(
            try await store.accounts() == Accounts(accepted: 20, delivered: 4, pending: 6, dropped: [.storeFull: 10]))
        try await expectExactCounters(store)
    }
}
