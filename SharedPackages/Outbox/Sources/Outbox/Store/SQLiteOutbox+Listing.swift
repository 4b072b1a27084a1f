package import Persistence

/// A request that waits, as stored.
package struct WaitingRow: Sendable, Equatable {
    package let id: Int64
    /// The pixel's name without suffixes, or the wide event's.
    package let name: String
    package let target: String
    package let attempts: Int
    /// Milliseconds since 1970; 0 when it was not tried yet.
    package let notBefore: Int64
}

extension SQLiteOutbox {
    /// The gates that were closed last, the latest first.
    package func latestGates(
        _ limit: Int, in transaction: borrowing Transaction
    ) throws -> [(key: String, at: Int64)] {
        try transaction.rows("SELECT key, at FROM gates ORDER BY rowid DESC LIMIT ?", .int(limit)) {
            ($0.text(0), $0.integer(1))
        }
    }

    /// The requests that wait, the oldest first.
    package func oldestRequests(_ limit: Int, in transaction: borrowing Transaction) throws -> [WaitingRow] {
        try transaction.rows(
            """
            SELECT r.id, n.name, r.target, r.attempts, r.not_before
            FROM requests r JOIN names n ON n.id = r.name_id ORDER BY r.id LIMIT ?
            """, .int(limit)
        ) {
            WaitingRow(
                id: $0.integer(0), name: $0.text(1), target: $0.text(2), attempts: $0.int(3), notBefore: $0.integer(4))
        }
    }
}
