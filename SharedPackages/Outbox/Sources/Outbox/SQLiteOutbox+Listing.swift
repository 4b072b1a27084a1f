package import Persistence

/// A request that waits, as stored.
package struct WaitingRow: Sendable, Equatable {
    package let id: Int64
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
            "SELECT id, target, attempts, not_before FROM requests ORDER BY id LIMIT ?", .int(limit)
        ) {
            WaitingRow(id: $0.integer(0), target: $0.text(1), attempts: $0.int(2), notBefore: $0.integer(3))
        }
    }
}
