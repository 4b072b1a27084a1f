import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct OutboxStoreTests {
    private struct Refusal: Error {}

    @Test(
        "A request comes back byte for byte",
        arguments: [
            OutboundRequest(kind: .pixel, name: "m_a", target: "/t/m_a?x=%2B%26%F0%9F%99%82"),
            OutboundRequest(kind: .wideEvent, name: "w", target: "/w", body: Data([0, 255, 10, 13])),
            OutboundRequest(kind: .wideEvent, name: "empty", target: "", body: Data()),
            OutboundRequest(kind: .pixel, name: "nul\0😀", target: "/t/nul\0😀\n"),
        ]
    )
    func roundTrip(_ request: OutboundRequest) async throws {
        let store = try await Store()
        let id = try await store.database.perform { try store.outbox.append(request, at: Store.start, in: $0) }
        let claim = try await store.claim(for: Lease())
        let expected = [ClaimedRequest(id: id, request: request, attempt: 1)]
        #expect(claim == .requests(expected, store: try await store.identity()))
        #expect(try await store.counters().kept == store.counters().actual)
    }

    @Test("What is appended is accepted and pending")
    func append() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 2) + store.append("b")
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { $0 > 0 })
        #expect(try await store.accounts() == Accounts(accepted: 3, pending: 3))
        #expect(try await store.holdings() == ["a": 2, "b": 1])
    }

    @Test("Dropping counts as accepted and dropped at once; no amount below one counts")
    func drop() async throws {
        let store = try await Store()
        try await store.database.perform { transaction in
            for (index, reason) in DropReason.allCases.enumerated() {
                try store.outbox.drop(reason, index, in: transaction)
            }
            try store.outbox.drop(.tooLong, -5, in: transaction)
            try store.outbox.count(suppressed: 7, omittedParameters: 2, in: transaction)
            try store.outbox.count(suppressed: -7, omittedParameters: -2, in: transaction)
        }
        let counts = DropReason.allCases.enumerated().filter { $0.offset > 0 }.map { ($0.element, $0.offset) }
        var expected = Accounts(
            accepted: counts.reduce(0) { $0 + $1.1 },
            suppressed: 7,
            dropped: Dictionary(uniqueKeysWithValues: counts)
        )
        expected.omittedParameters = 2
        #expect(try await store.accounts() == expected)
        #expect(expected.isBalanced)
    }

    @Test("A gate, its request and the ledger exist together or not at all")
    func oneTransaction() async throws {
        let store = try await Store()
        for isRefused in [true, false] {
            try? await store.database.perform { transaction in
                #expect(try store.outbox.admit("a", window: .period(1), in: transaction))
                let request = OutboundRequest(kind: .pixel, name: "a", target: "/t/a")
                try store.outbox.append(request, at: Store.start, in: transaction)
                try store.outbox.drop(.tooLong, 1, in: transaction)
                if isRefused { throw Refusal() }
            }
            if isRefused {
                #expect(try await store.accounts() == Accounts())
                #expect(try await store.counters().kept == ["total 0 0"])
            }
        }
        #expect(try await store.accounts() == Accounts(accepted: 2, pending: 1, dropped: [.tooLong: 1]))
        #expect(try await store.admit("a", .period(1)) == false)
    }

    @Test("Ids are never reused: not after delivery, not after a purge, not after scrubbing and reopening")
    func ids() async throws {
        let folder = TemporaryFolder()
        var seen: [Int64] = []
        for round in 0..<3 {
            let store = try await Store(in: folder)
            seen += try await store.append("a", 3)
            let lease = Lease()
            let claimed = try await store.claimIDs(10, for: lease)
            try await store.settle(claimed.map { ($0, .delivered) })
            seen += try await store.append("a", 2)
            if round == 1 {
                try await store.set(.denied)
                #expect(try await store.database.scrub())
            }
            try await store.database.perform { try store.outbox.release(lease, in: $0) }
        }
        #expect(seen == Array(1...15))
    }

    @Test("The seed stays for the life of a store, and differs between stores")
    func seed() async throws {
        let folder = TemporaryFolder()
        func seed(_ store: Store) async throws -> UInt64 {
            try await store.database.perform { try store.outbox.seed(in: $0) }
        }
        let first = try await seed(Store(in: folder))
        #expect(try await seed(Store(in: folder)) == first)
        #expect(try await seed(Store()) != first)
    }

    @Test("Absurd dates and durations neither trap nor spoil the accounts")
    func absurdDates() async throws {
        let store = try await Store(limits: OutboxLimits(age: .seconds(Int64.max)))
        let dates = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0].map(
            Date.init(timeIntervalSince1970:))
        for date in dates {
            try await store.append("a", at: date)
            _ = try await store.claim(for: Lease(), at: date)
            try await store.database.perform { transaction in
                try store.outbox.setPause(Pause(until: date, failures: 1), at: date, in: transaction)
                _ = try store.outbox.pause(at: date, in: transaction)
            }
            let edge = GateWindow.interval(length: .min, at: date.milliseconds > 0 ? .max : .min)
            #expect(try await store.admit("a", edge))
        }
        #expect(try await store.accounts().isBalanced)
    }
}
