public import Foundation
public import Persistence
import Primitives

/// The outbox on SQLite; several may share one file, in one process or in several.
///
/// - Invariant: A gate, its request and the ledger change in one transaction; none exists without the others.
/// - Invariant: A request leaves only when it is delivered, or counted under a ``DropReason``.
public struct SQLiteOutbox: RequestOutbox {
    let limits: OutboxLimits
    let initialConsent: Consent

    /// Creates an outbox over a database that was opened with ``Persistence/Schema/outbox``.
    ///
    /// - Parameters:
    ///   - limits: How much may wait.
    ///   - initialConsent: What holds until a consent has been stored.
    public init(limits: OutboxLimits = OutboxLimits(), initialConsent: Consent = .pending) {
        self.limits = limits
        self.initialConsent = initialConsent
    }

    /// The consent that holds in this transaction.
    public func consent(in transaction: borrowing Transaction) throws -> Consent {
        try batch(in: transaction).consent
    }

    /// Lets one request through a gate in each window; never while consent is denied, when no key may be stored.
    public func admit(_ key: String, window: GateWindow, in transaction: borrowing Transaction) throws -> Bool {
        guard try consent(in: transaction) != .denied else { return false }
        let gate = try gate(key, in: transaction)
        switch window {
        case .period(let period, let now):
            if let gate, gate.periods.contains(period) { return false }
            try close(key, at: now, periods: [period] + (gate?.periods.prefix(3) ?? []), in: transaction)
        case .interval(let length, let now):
            // Absolute: a clock that was set back opens the gate again instead of closing it for good.
            if let gate, (now &- gate.at).magnitude < UInt64(max(0, length)) { return false }
            try close(key, at: now, periods: [], in: transaction)
        }
        return true
    }

    /// Queues a request and counts it as accepted. While consent is denied it is counted as dropped and not stored.
    @discardableResult
    public func append(
        _ request: OutboundRequest,
        at date: Date,
        in transaction: borrowing Transaction
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
    public func drop(_ reason: DropReason, _ count: Int, in transaction: borrowing Transaction) throws {
        guard count > 0 else { return }
        let batch = try batch(in: transaction)
        batch.count(.accepted, count)
        batch.count(.dropped(reason), count)
    }

    /// Counts fires that were held back, and parameters that were left out.
    package func note(suppressed: Int, omittedParameters: Int, in transaction: borrowing Transaction) throws {
        let batch = try batch(in: transaction)
        batch.count(.suppressed, max(0, suppressed))
        batch.count(.omittedParameters, max(0, omittedParameters))
    }

    /// A random number that stays the same for this store and never leaves the device.
    package func seed(in transaction: borrowing Transaction) throws -> UInt64 {
        UInt64(bitPattern: try stateInteger("seed", in: transaction))
    }

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
