/// A pending request, as stored.
package struct WaitingRow: Sendable, Equatable {
    package let id: Int64
    /// The pixel's name without suffixes, or the wide event's name.
    package let name: String
    package let target: String
    package let attempts: Int
    /// Milliseconds since 1970. 0 before the first attempt.
    package let notBefore: Int64
}

extension OutboxStore {
    /// Returns the gates that were closed last, latest first.
    package func latestGates(
        _ limit: Int, in transaction: borrowing Transaction
    ) throws -> [(key: String, at: Int64)] {
        try transaction.rows("SELECT key, at FROM gates ORDER BY rowid DESC LIMIT ?", .int(limit)) {
            ($0.text(0), $0.integer(1))
        }
    }

    /// Returns the pending requests, oldest first.
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

    /// Returns the names that were last queued by hand-written code.
    package func handWrittenNames(in transaction: borrowing Transaction) throws -> Set<String> {
        Set(try transaction.rows("SELECT name FROM hand_written") { $0.text(0) })
    }

    /// Stores whether a name was last queued by hand-written code.
    package func note(_ name: String, isHandWritten: Bool, in transaction: borrowing Transaction) throws {
        try transaction.execute(
            isHandWritten
                ? "INSERT OR IGNORE INTO hand_written(name) VALUES (?)" : "DELETE FROM hand_written WHERE name = ?",
            .text(name))
    }
}
