package import Foundation
package import Persistence

/// A request that the caller may send now; its attempt is on disk already.
package struct ClaimedRequest: Sendable, Equatable {
    package let id: Int64
    package let request: OutboundRequest
    /// How many attempts were made, this one included.
    package let attempt: Int
}

/// What there is to send.
package enum Claim: Sendable, Equatable {
    /// These, from the store with this identity.
    case requests([ClaimedRequest], store: Int64)
    /// Nothing is due; the date is when the next request, or the store after a failure, will be.
    case nothing(until: Date?)
    /// Another uploader holds the lease until then.
    case leased(until: Date)
    /// Consent does not allow sending.
    case withheld(Consent)
}

/// What became of an attempt.
package enum Settlement: Sendable, Equatable {
    case delivered
    case dropped(DropReason)
    /// To be tried again at a date; `mayHaveArrived` when no answer told whether it arrived.
    case retry(at: Date, mayHaveArrived: Bool)
}

extension SQLiteOutbox {
    /// Takes requests to send, the due retries first, and marks them as under way.
    ///
    /// - Parameters:
    ///   - ignoringPause: Whether to try although the store rests after a failure, and requests that wait for their
    ///     own retry.
    package func claim(
        _ limit: Int,
        for lease: Lease,
        at now: Date,
        ignoringPause: Bool,
        in transaction: borrowing Transaction
    ) throws -> Claim {
        let batch = try batch(in: transaction)
        guard batch.consent == .granted else { return .withheld(batch.consent) }
        if let holder = try holder(at: now, other: lease, in: transaction) { return .leased(until: holder) }
        if !ignoringPause, let pause = try pause(at: now, in: transaction) { return .nothing(until: pause.until) }
        try expire(before: now.milliseconds - limits.age.milliseconds, batch, in: transaction)
        let rows = try dueRows(limit, at: ignoringPause ? .max : now.milliseconds, in: transaction)
        guard !rows.isEmpty else {
            let next = try transaction.first("SELECT min(not_before) FROM requests WHERE not_before > 0") {
                $0.optionalInteger(0)
            }
            return .nothing(until: next.flatMap { $0 }.map { Date(milliseconds: $0) })
        }
        try take(lease, at: now, in: transaction)
        for row in rows {
            if row.isResent { batch.count(.resent) }
            try transaction.execute(
                "UPDATE requests SET attempts = attempts + 1, in_flight = 1 WHERE id = ?",
                .integer(row.claimed.id)
            )
        }
        return .requests(rows.map(\.claimed), store: try stateInteger("store", in: transaction))
    }

    private struct DueRow {
        let claimed: ClaimedRequest
        let isResent: Bool

        init(_ row: borrowing Row) {
            let request = OutboundRequest(
                kind: OutboundRequest.Kind(rawValue: row.int(2)) ?? .pixel,
                name: row.text(1),
                target: row.text(3),
                body: row.data(4)
            )
            claimed = ClaimedRequest(id: row.integer(0), request: request, attempt: row.int(5) + 1)
            isResent = row.int(6) != 0
        }
    }

    private func dueRows(_ limit: Int, at now: Int64, in transaction: borrowing Transaction) throws -> [DueRow] {
        var rows = try transaction.rows(
            """
            SELECT r.id, ifnull(n.name, ''), r.kind, r.target, r.body, r.attempts, r.in_flight
            FROM requests r LEFT JOIN names n ON n.id = r.name_id
            WHERE r.not_before > 0 AND r.not_before <= ? ORDER BY r.not_before LIMIT ?
            """,
            .integer(now),
            .int(limit),
            map: DueRow.init
        )
        guard rows.count < limit else { return rows }
        rows += try transaction.rows(
            """
            SELECT r.id, ifnull(n.name, ''), r.kind, r.target, r.body, r.attempts, r.in_flight
            FROM requests r LEFT JOIN names n ON n.id = r.name_id
            WHERE r.not_before = 0 ORDER BY r.id LIMIT ?
            """,
            .int(limit - rows.count),
            map: DueRow.init
        )
        return rows
    }

    /// Records what became of attempts. Rows that are gone (purged, or of a store since set aside) are passed over.
    package func settle(
        _ settlements: [(id: Int64, Settlement)],
        store: Int64,
        in transaction: borrowing Transaction
    ) throws {
        guard try stateInteger("store", in: transaction) == store else { return }
        let batch = try batch(in: transaction)
        for (id, settlement) in settlements {
            switch settlement {
            case .delivered:
                if try delete(id, batch, in: transaction) { batch.count(.delivered) }
            case .dropped(let reason):
                if try delete(id, batch, in: transaction) { batch.count(.dropped(reason)) }
            case .retry(let date, let mayHaveArrived):
                try transaction.execute(
                    "UPDATE requests SET not_before = ?, in_flight = ? WHERE id = ?",
                    .integer(max(1, date.milliseconds)),
                    .int(mayHaveArrived ? 1 : 0),
                    .integer(id)
                )
            }
        }
    }

    private func delete(_ id: Int64, _ batch: OutboxBatch, in transaction: borrowing Transaction) throws -> Bool {
        let gone = try transaction.first(
            """
            DELETE FROM requests WHERE id = ?
            RETURNING name_id, length(CAST(target AS BLOB)) + ifnull(length(body), 0)
            """,
            .integer(id)
        ) { ($0.integer(0), $0.int(1)) }
        guard let (name, bytes) = gone else { return false }
        batch.add(rows: -1, bytes: -bytes, to: try batch.holding(name, in: transaction))
        return true
    }
}
