import Foundation
import TestSupport

@testable import Outbox

/// An outbox with its database, and shorthands for one operation a transaction.
struct Store: Sendable {
    static let start = Date(milliseconds: 1_800_000_000_000)

    let database: Database
    let outbox: OutboxStore

    /// In memory, unless there is a folder; `consent` is stored.
    init(
        in folder: TemporaryFolder? = nil,
        limits: OutboxLimits = OutboxLimits(),
        consent: Consent? = .granted
    ) async throws {
        database = Database(folder.map { .folder($0.url) } ?? .memory, schemas: [.outbox])
        outbox = OutboxStore(limits: limits)
        if let consent { try await set(consent) }
    }

    @discardableResult
    func append(
        _ name: String,
        _ count: Int = 1,
        at date: Date = Store.start,
        bytes: Int = 10,
        body: Data? = nil
    ) async throws -> [Int64] {
        try await database.perform { [outbox] transaction in
            try (0..<count).map { _ in
                let request = OutboundRequest(
                    kind: body == nil ? .pixel : .wideEvent,
                    name: name,
                    target: String(repeating: "x", count: bytes),
                    body: body
                )
                return try outbox.append(request, at: date, in: transaction)
            }
        }
    }

    @discardableResult
    func set(_ consent: Consent) async throws -> Int {
        try await database.perform { [outbox] in try outbox.setConsent(consent, in: $0) }
    }

    func admit(_ key: String, _ window: GateWindow) async throws -> Bool {
        try await database.perform { [outbox] in try outbox.admit(key, window: window, in: $0) }
    }

    func claim(
        _ limit: Int = 4,
        for lease: Lease,
        at now: Date = Store.start,
        ignoringPause: Bool = false
    ) async throws -> Claim {
        try await database.perform { [outbox] in
            try outbox.claim(limit, for: lease, at: now, ignoringPause: ignoringPause, in: $0)
        }
    }

    /// What a claim yields that must yield something.
    func claimed(
        _ limit: Int = 4,
        for lease: Lease,
        at now: Date = Store.start,
        ignoringPause: Bool = false
    ) async throws -> (requests: [ClaimedRequest], store: Int64) {
        let claim = try await claim(limit, for: lease, at: now, ignoringPause: ignoringPause)
        guard case .requests(let requests, let store) = claim else { throw UnexpectedClaim(claim: claim) }
        return (requests, store)
    }

    struct UnexpectedClaim: Error { let claim: Claim }

    /// The ids that a claim yields; none when it yields anything else.
    func claimIDs(_ limit: Int = 4, for lease: Lease, at now: Date = Store.start) async throws -> [Int64] {
        guard case .requests(let requests, _) = try await claim(limit, for: lease, at: now) else { return [] }
        return requests.map(\.id)
    }

    func settle(_ settlements: [(id: Int64, Settlement)], store: Int64? = nil) async throws {
        let current = try await identity()
        try await database.perform { [outbox] in
            try outbox.settle(settlements, store: store ?? current, in: $0)
        }
    }

    func identity() async throws -> Int64 {
        try await database.perform { [outbox] in try outbox.stateInteger("store", in: $0) }
    }

    func accounts() async throws -> Accounts {
        try await database.perform { [outbox] in try outbox.accounts(in: $0) }
    }

    /// How many rows wait under each name, as counted from the rows.
    func holdings() async throws -> [String: Int] {
        let pairs = try await database.perform { transaction in
            try transaction.rows(
                "SELECT n.name, count(*) FROM requests r JOIN names n ON n.id = r.name_id GROUP BY n.id"
            ) { ($0.text(0), $0.int(1)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The counters that the store keeps, and what the rows really sum up to; the two must be equal.
    func counters() async throws -> (kept: [String], actual: [String]) {
        try await database.perform { transaction in
            let size = try transaction.first(
                "SELECT count(*), ifnull(sum(length(CAST(target AS BLOB)) + ifnull(length(body), 0)), 0) FROM requests"
            ) { "total \($0.int(0)) \($0.int(1))" }
            let actual = try transaction.rows(
                """
                SELECT n.name, count(*), sum(length(CAST(target AS BLOB)) + ifnull(length(body), 0))
                FROM requests r LEFT JOIN names n ON n.id = r.name_id GROUP BY r.name_id ORDER BY n.name
                """
            ) { "\($0.text(0)) \($0.int(1)) \($0.int(2))" }
            let total = try transaction.first(
                """
                SELECT (SELECT value FROM state WHERE key = 'rows'), (SELECT value FROM state WHERE key = 'bytes')
                """
            ) { "total \($0.int(0)) \($0.int(1))" }
            let kept = try transaction.rows("SELECT name, rows, bytes FROM names ORDER BY name") {
                "\($0.text(0)) \($0.int(1)) \($0.int(2))"
            }
            return ([total ?? ""] + kept, [size ?? ""] + actual)
        }
    }
}

extension Accounts {
    init(
        accepted: Int,
        delivered: Int = 0,
        pending: Int = 0,
        suppressed: Int = 0,
        dropped: [DropReason: Int] = [:],
        resent: Int = 0
    ) {
        self.init()
        self.accepted = accepted
        self.delivered = delivered
        self.pending = pending
        self.suppressed = suppressed
        self.dropped = dropped
        self.resent = resent
    }
}
