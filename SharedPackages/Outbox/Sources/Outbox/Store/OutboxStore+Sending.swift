package import Foundation

/// A request that the caller may send now. The attempt is already stored.
package struct ClaimedRequest: Sendable, Equatable {
    package let id: Int64
    package let request: OutboundRequest
    /// The number of attempts, including this one.
    package let attempt: Int
}

/// The result of a claim.
package enum Claim: Sendable, Equatable {
    /// Requests of the store with this identity.
    case requests([ClaimedRequest], store: Int64)
    /// Nothing is due. The date is that of the next request, or of the end of the pause.
    case nothing(until: Date?)
    /// Another uploader holds the lease until a date.
    case leased(until: Date)
    /// Consent does not allow sending.
    case withheld(Consent)
}

/// The result of an attempt, as stored.
package enum Settlement: Sendable, Equatable {
    case delivered
    case dropped(DropReason)
    /// It is sent again at a date. `mayHaveArrived` is true if it is unknown whether it arrived.
    case retry(at: Date, mayHaveArrived: Bool)
}

extension OutboxStore {
    /// Claims requests to send, those with the fewest attempts first, and marks them as in flight.
    ///
    /// Settle claimed requests before claiming again: requests that are still in flight are claimed again and counted as
    /// resent.
    ///
    /// - Parameters:
    ///   - ignoringPause: Whether to claim during a pause, and to claim requests that wait for their own retry. A pause
    ///     that the server asked for is kept.
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
        if let pause = try pause(at: now, in: transaction), pause.isAsked || !ignoringPause {
            return .nothing(until: pause.until)
        }
        try expire(before: now.milliseconds - limits.age.milliseconds, batch, in: transaction)
        let due = ignoringPause ? .max : now.milliseconds
        let rows = try readableRows(limit, due: due, at: now, batch, in: transaction)
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
                .integer(row.id)
            )
        }
        return .requests(rows.compactMap(\.claimed), store: try stateInteger("store", in: transaction))
    }

    private struct DueRow {
        let id: Int64
        let request: OutboundRequest?
        let attempts: Int
        let isResent: Bool

        init(_ row: borrowing Row) {
            id = row.integer(0)
            request = OutboundRequest.Kind(rawValue: row.int(2)).map { kind in
                OutboundRequest(kind: kind, name: row.text(1), target: row.text(3), body: row.data(4))
            }
            attempts = row.int(5)
            isResent = row.int(6) != 0
        }

        var claimed: ClaimedRequest? {
            request.map { ClaimedRequest(id: id, request: $0, attempt: attempts + 1) }
        }
    }

    /// Returns the rows that are due. Unreadable rows are dropped and counted.
    private func readableRows(
        _ limit: Int,
        due: Int64,
        at now: Date,
        _ batch: OutboxBatch,
        in transaction: borrowing Transaction
    ) throws -> [DueRow] {
        while true {
            let rows = try dueRows(max(0, limit), due: due, at: now, in: transaction)
            let unreadable = rows.filter { $0.request == nil }
            if unreadable.isEmpty { return rows }
            for row in unreadable where try delete(row.id, batch, in: transaction) {
                batch.count(.dropped(.unreadable))
            }
        }
    }

    /// Returns new requests in order, then those with the fewest attempts, so that a request that always fails delays no other.
    private func dueRows(
        _ limit: Int, due: Int64, at now: Date, in transaction: borrowing Transaction
    ) throws -> [DueRow] {
        let fresh = try transaction.rows(
            """
            SELECT r.id, n.name, r.kind, r.target, r.body, r.attempts, r.in_flight
            FROM requests r LEFT JOIN names n ON n.id = r.name_id
            WHERE r.not_before = 0 ORDER BY r.id LIMIT ?
            """,
            .int(limit),
            map: DueRow.init
        )
        guard fresh.count < limit else { return fresh }
        // A date beyond the age limit was written before the clock was set back.
        return fresh
            + (try transaction.rows(
                """
                SELECT r.id, n.name, r.kind, r.target, r.body, r.attempts, r.in_flight
                FROM requests r LEFT JOIN names n ON n.id = r.name_id
                WHERE r.not_before > 0 AND (r.not_before <= ? OR r.not_before > ?)
                ORDER BY r.attempts, r.not_before, r.id LIMIT ?
                """,
                .integer(due),
                .integer(max(now.milliseconds, 0) + limits.age.milliseconds),
                .int(limit - fresh.count),
                map: DueRow.init
            ))
    }

    /// Stores the results of attempts. Rows that were purged, or belong to a store that was set aside, are skipped.
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
                    .int(mayHaveArrived ? 2 : 0),
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
