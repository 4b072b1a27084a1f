package import Foundation

/// The SQL of the outbox: requests, gates, consent and ledger. Several processes can share one file.
///
/// Every method is part of the caller's transaction.
///
/// - Invariant: A gate, its request and the ledger change in one transaction. None exists without the others.
/// - Invariant: A request leaves only when it is delivered, or counted under a ``DropReason``.
package struct OutboxStore: Sendable {
    let limits: OutboxLimits
    let initialConsent: Consent

    /// Describes a store in a database that has the tables of ``/Persistence/DatabaseSchema/outbox``.
    ///
    /// - Parameters:
    ///   - limits: The limits of stored requests.
    ///   - initialConsent: The consent until one has been stored.
    package init(limits: OutboxLimits = OutboxLimits(), initialConsent: Consent = .pending) {
        self.limits = limits
        self.initialConsent = initialConsent
    }

    // MARK: - Requests

    /// Queues a request and counts it as accepted. While consent is denied it is counted as dropped and not stored.
    ///
    /// - Returns: The id of the row, which is never reused. 0 if nothing was stored.
    @discardableResult
    package func append(
        _ request: OutboundRequest, at date: Date, in transaction: borrowing Transaction
    ) throws -> Int64 {
        let batch = try batch(in: transaction)
        guard batch.consent != .denied else {
            try drop(.denied, 1, in: transaction)
            return 0
        }
        let holding = try batch.holding(of: request.name, in: transaction)
        let id = batch.newID(at: date.milliseconds)
        try transaction.execute(
            "INSERT INTO requests(id, name_id, kind, target, body, created) VALUES (?, ?, ?, ?, ?, ?)",
            .integer(id),
            .integer(holding.id),
            .int(request.kind.rawValue),
            .text(request.target),
            .optional(request.body),
            .integer(date.milliseconds)
        )
        batch.add(rows: 1, bytes: request.byteCount, to: holding)
        batch.count(.accepted)
        return id
    }

    /// Counts requests as accepted and dropped at once.
    package func drop(_ reason: DropReason, _ count: Int, in transaction: borrowing Transaction) throws {
        guard count > 0 else { return }
        let batch = try batch(in: transaction)
        batch.count(.accepted, count)
        batch.count(.dropped(reason), count)
    }

    /// Counts suppressed fires and omitted parameters.
    package func count(suppressed: Int, omittedParameters: Int, in transaction: borrowing Transaction) throws {
        let batch = try batch(in: transaction)
        batch.count(.suppressed, max(0, suppressed))
        batch.count(.omittedParameters, max(0, omittedParameters))
    }

    /// Returns a random number that stays the same for this store and never leaves the device.
    package func seed(in transaction: borrowing Transaction) throws -> UInt64 {
        UInt64(bitPattern: try stateInteger("seed", in: transaction))
    }

    // MARK: - Accounts

    /// Returns the accounts. `pending` is counted from the rows themselves, so that a wrong total shows.
    ///
    /// - Complexity: O(pending requests), about 10 ms for a million.
    package func accounts(in transaction: borrowing Transaction) throws -> Accounts {
        var accounts = Accounts()
        accounts.pending = try pending(in: transaction)
        let lines = try transaction.rows("SELECT reason, count FROM ledger") { ($0.text(0), $0.int(1)) }
        for (key, count) in lines {
            switch key {
            case LedgerEntry.accepted.key: accounts.accepted = count
            case LedgerEntry.delivered.key: accounts.delivered = count
            case LedgerEntry.suppressed.key: accounts.suppressed = count
            case LedgerEntry.resent.key: accounts.resent = count
            case LedgerEntry.omittedParameters.key: accounts.omittedParameters = count
            default:
                guard let reason = DropReason(rawValue: String(key.dropFirst("dropped.".count))) else { continue }
                accounts.dropped[reason] = count
            }
        }
        return accounts
    }

    /// Returns the number of pending requests, counted from the rows.
    package func pending(in transaction: borrowing Transaction) throws -> Int {
        try transaction.first("SELECT count(*) FROM requests") { $0.int(0) } ?? 0
    }

    /// Returns the number of pending requests by the stored total, without evictions at the end of this transaction.
    package func backlog(in transaction: borrowing Transaction) throws -> Int { try batch(in: transaction).rows }

    // MARK: - State

    func stateInteger(_ key: String, in transaction: borrowing Transaction) throws -> Int64 {
        try transaction.first("SELECT value FROM state WHERE key = ?", .text(key)) { $0.integer(0) } ?? 0
    }

    func setState(_ key: String, _ value: SQLValue, in transaction: borrowing Transaction) throws {
        try transaction.execute("INSERT OR REPLACE INTO state(key, value) VALUES (?, ?)", .text(key), value)
    }

    func batch(in transaction: borrowing Transaction) throws -> OutboxBatch {
        try transaction.scratch(
            of: OutboxBatch.self,
            make: { try OutboxBatch(initialConsent: initialConsent, $0) },
            finish: { batch, transaction in
                try batch.writeHoldings(in: transaction)
                try evict(batch, in: transaction)
                try batch.write(in: transaction)
            }
        )
    }
}
