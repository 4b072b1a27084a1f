import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct StoredConsentTests {
    private let secret = "m_secret_pixel"

    @Test("The more private of two wins")
    func minimum() {
        #expect([Consent.granted, .pending, .denied].sorted() == [.denied, .pending, .granted])
        #expect(min(Consent.pending, .granted) == .pending)
        #expect(min(Consent.denied, .pending) == .denied)
    }

    private func consent(_ store: Store) async throws -> Consent {
        try await store.database.perform { try store.outbox.consent(in: $0) }
    }

    @Test("What was stored holds, before what was there initially", arguments: Consent.allCases)
    func stored(_ consent: Consent) async throws {
        let folder = TemporaryFolder()
        let store = try await Store(in: folder, consent: nil)
        #expect(try await self.consent(store) == .pending)
        try await store.set(consent)
        #expect(try await self.consent(store) == consent)
        #expect(try await self.consent(Store(in: folder, consent: nil)) == consent)
    }

    @Test("A stored word that is not understood means denied", arguments: ["", "GRANTED", "granted ", "limited"])
    func unknown(_ word: String) async throws {
        let store = try await Store()
        try await store.database.perform { transaction in
            try transaction.execute("UPDATE state SET value = ? WHERE key = 'consent'", .text(word))
        }
        #expect(try await consent(store) == .denied)
        #expect(try await store.claim(for: Lease()) == .withheld(.denied))
    }

    @Test("A reader sees the consent of its moment")
    func reader() async throws {
        let folder = TemporaryFolder()
        let store = try await Store(in: folder)
        for consent in [Consent.denied, .granted, .pending] {
            try await store.set(consent)
            #expect(try await store.database.read { try store.outbox.consent(in: $0) } == consent)
        }
    }

    @Test("Pending stores and does not send; granting sends")
    func pending() async throws {
        let store = try await Store(consent: .pending)
        let ids = try await store.append("a")
        #expect(try await store.claim(for: Lease()) == .withheld(.pending))
        #expect(try await store.set(.granted) == 0)
        #expect(try await store.claimIDs(for: Lease()) == ids)
    }

    @Test("Denial stores nothing, whoever asks, and counts it")
    func denied() async throws {
        let store = try await Store(consent: .denied)
        #expect(try await store.append("a") == [0])
        #expect(try await store.admit("a", .period(1)) == false)
        #expect(try await store.accounts() == Accounts(accepted: 1, dropped: [.denied: 1]))
        try await store.set(.granted)
        #expect(try await store.admit("a", .period(1)))
    }

    @Test("Denial purges and counts what it purges, in flight or not, and runs every module's script")
    func purge() async throws {
        let flows = DatabaseSchema(
            name: "flows",
            migrations: ["CREATE TABLE flows(name TEXT); INSERT INTO flows VALUES ('m_secret_pixel flow')"],
            purge: "DELETE FROM flows"
        )
        let database = Database(.memory, schemas: [.outbox, flows])
        let outbox = OutboxStore(initialConsent: .granted)
        let purged = try await database.perform { transaction in
            for name in ["a", "a", "b"] {
                let request = OutboundRequest(kind: .pixel, name: name, target: "/t")
                try outbox.append(request, at: Store.start, in: transaction)
            }
            _ = try outbox.admit("a", window: .period(1), in: transaction)
            try outbox.drop(.tooLong, 1, in: transaction)
            _ = try outbox.claim(1, for: Lease(), at: Store.start, ignoringPause: false, in: transaction)
            return try outbox.setConsent(.denied, in: transaction)
        }
        #expect(purged == 3)
        let left = try await database.perform { transaction in
            try ["requests", "names", "gates", "flows"].map { table in
                switch table {
                case "requests": try transaction.first("SELECT count(*) FROM requests") { $0.int(0) }
                case "names": try transaction.first("SELECT count(*) FROM names") { $0.int(0) }
                case "gates": try transaction.first("SELECT count(*) FROM gates") { $0.int(0) }
                default: try transaction.first("SELECT count(*) FROM flows") { $0.int(0) }
                }
            }
        }
        #expect(left == [0, 0, 0, 0])
        let accounts = try await database.perform { try outbox.accounts(in: $0) }
        #expect(accounts == Accounts(accepted: 4, dropped: [.denied: 3, .tooLong: 1]))
    }

    @Test("An answer that comes after the purge changes nothing")
    func lateAnswer() async throws {
        let store = try await Store()
        let ids = try await store.append("a", 2)
        _ = try await store.claimIDs(1, for: Lease())
        #expect(try await store.set(.denied) == 2)
        try await store.set(.granted)
        #expect(try await store.append("b") == [3])
        try await store.settle(ids.map { ($0, .delivered) })
        #expect(try await store.accounts() == Accounts(accepted: 3, pending: 1, dropped: [.denied: 2]))
    }

    @Test("After denial and scrubbing no byte of a name, a value or a gate is in any file; a crash does not forget it")
    func noByte() async throws {
        let folder = TemporaryFolder()
        let store = try await Store(in: folder)
        try await store.append(secret, 500, body: Data("\(secret)=value".utf8))
        for period: Int64 in 0..<50 { _ = try await store.admit("\(secret) \(period)", .period(period)) }
        let claimed = try await store.claimIDs(100, for: Lease())
        try await store.settle(claimed.map { ($0, .delivered) })
        #expect(!folder.names(holding: secret).isEmpty)
        #expect(try await store.set(.denied) == 400)

        let relaunched = try await Store(in: folder, consent: nil)
        #expect(try await relaunched.database.read { try relaunched.outbox.needsScrub(in: $0) })
        #expect(try await relaunched.database.scrub())
        let ticket = try #require(try await relaunched.database.read { try relaunched.outbox.scrubTicket(in: $0) })
        #expect(try await relaunched.database.perform { try relaunched.outbox.noteScrubbed(ticket, in: $0) })
        #expect(try await !relaunched.database.perform { try relaunched.outbox.noteScrubbed(ticket, in: $0) })
        #expect(try await relaunched.database.read { try relaunched.outbox.needsScrub(in: $0) } == false)
        #expect(folder.names(holding: secret) == [])
        #expect(
            try await relaunched.accounts() == Accounts(accepted: 500, delivered: 100, dropped: [.denied: 400])
        )
    }

    @Test("Scrubbing that ends after another purge leaves that purge to be scrubbed")
    func purgedAgain() async throws {
        let store = try await Store()
        try await store.set(.denied)
        let first = try #require(try await store.database.perform { try store.outbox.scrubTicket(in: $0) })
        try await store.set(.denied)
        #expect(try await !store.database.perform { try store.outbox.noteScrubbed(first, in: $0) })
        #expect(try await store.database.perform { try store.outbox.needsScrub(in: $0) })
    }
}
