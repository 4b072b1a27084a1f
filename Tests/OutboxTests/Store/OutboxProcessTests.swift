import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct OutboxProcessTests {
    private let folder = TemporaryFolder()

    @Test("Of two processes one may send; when it dies the other need not wait for the deadline")
    func lease() async throws {
        let store = try await Store(in: folder)
        let ids = try await store.append("a", 3, at: Date())
        let first = try ChildProcess(probe: "storage", "claim", folder.path, "2")
        var said = first.lines.makeAsyncIterator()
        #expect(await said.next() == "ready")
        first.send("go")
        #expect(await said.next() == "claimed [1, 2]")

        let second = try ChildProcess(probe: "storage", "claim", folder.path, "2")
        var alsoSaid = second.lines.makeAsyncIterator()
        #expect(await alsoSaid.next() == "ready")
        second.send("go")
        #expect(await alsoSaid.next() == "leased")
        second.finish()
        #expect(try await store.claimIDs(for: Lease(), at: Date()) == [])

        first.kill()
        await first.waitUntilExit()
        #expect(try await store.claimIDs(for: Lease(), at: Date()) == ids)
        #expect(try await store.accounts() == Accounts(accepted: 3, pending: 3, resent: 2))
    }

    @Test(
        "A process that is killed while it writes leaves all that was confirmed, and balanced accounts",
        arguments: 0..<10)
    func killed(round: Int) async throws {
        let probe = try ChildProcess(probe: "storage", "append", folder.path, "1000000")
        var said = probe.lines.makeAsyncIterator()
        #expect(await said.next() == "ready")
        probe.send("go")
        var confirmed: [Int64] = []
        while confirmed.count < 20 + round * 13, let line = await said.next() { confirmed.append(Int64(line) ?? -1) }
        probe.kill()
        while let line = await said.next() { confirmed.append(Int64(line) ?? -1) }
        #expect(confirmed == Array(1...Int64(confirmed.count)))

        let store = try await Store(in: folder)
        let accounts = try await store.accounts()
        #expect(accounts.isBalanced)
        #expect(accounts.pending == accounts.accepted)
        #expect((confirmed.count...confirmed.count + 1).contains(accounts.pending))
        #expect(try await store.counters().kept == store.counters().actual)
        #expect(try await store.append("b") == [Int64(accounts.pending) + 1])
    }

    @Test("Denial by another process holds here from the next transaction on")
    func denied() async throws {
        let store = try await Store(in: folder)
        try await store.append("a", 3)
        let probe = try ChildProcess(probe: "storage", "deny", folder.path, "0")
        var said = probe.lines.makeAsyncIterator()
        #expect(await said.next() == "ready")
        probe.send("go")
        #expect(await said.next() == "purged 3")
        probe.finish()
        #expect(try await store.claim(for: Lease()) == .withheld(.denied))
        #expect(try await store.append("a") == [0])
        #expect(try await store.database.read { try store.outbox.needsScrub(in: $0) })
        #expect(try await store.accounts() == Accounts(accepted: 4, dropped: [.denied: 4]))
    }

    @Test("A lease tells a dead process of this machine from a living one, and from one elsewhere")
    func abandoned() {
        let own = Lease()
        #expect(!own.isAbandoned)
        let machine = own.holder.split(separator: " ").first ?? ""
        #expect(Lease(holder: "\(machine) 2147483646 1").isAbandoned)
        #expect(!Lease(holder: "elsewhere 2147483646 1").isAbandoned)
        for garbage in ["", "x", "\(machine) pid 1", "\(machine) 1 2 3"] {
            #expect(!Lease(holder: garbage).isAbandoned)
        }
    }
}
