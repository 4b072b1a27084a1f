package import Persistence

extension SQLiteOutbox {
    /// What a gate remembers.
    package struct Gate: Sendable, Equatable {
        /// When it was closed last, in milliseconds since 1970.
        package let at: Int64
        /// The periods it is closed for, the latest first; four at most.
        package let periods: [Int64]
    }

    /// What the gate remembers, or `nil` when it was never closed.
    package func gate(_ key: String, in transaction: borrowing Transaction) throws -> Gate? {
        try transaction.first("SELECT at, w0, w1, w2, w3 FROM gates WHERE key = ?", .text(key)) { row in
            Gate(at: row.integer(0), periods: (1...4).compactMap { row.optionalInteger($0) })
        }
    }

    func close(_ key: String, at: Int64, periods: [Int64], in transaction: borrowing Transaction) throws {
        func period(_ index: Int) -> SQLValue { index < periods.count ? .integer(periods[index]) : .null }
        try transaction.execute(
            "INSERT OR REPLACE INTO gates(key, at, w0, w1, w2, w3, is_forever) VALUES (?, ?, ?, ?, ?, ?, ?)",
            .text(key),
            .integer(at),
            period(0),
            period(1),
            period(2),
            period(3),
            .int(periods.first == 0 ? 1 : 0)
        )
    }

    /// Forgets the gates beyond the limit, the longest untouched first; gates that close for good are kept.
    ///
    /// Replacing a gate gives it a new rowid, so rowids tell the order of use; dates would not, on a device whose clock
    /// jumps.
    ///
    /// - Complexity: O(gates).
    package func trimGates(to limit: Int = 100_000, in transaction: borrowing Transaction) throws {
        try transaction.execute(
            """
            DELETE FROM gates WHERE rowid IN
            (SELECT rowid FROM gates WHERE is_forever = 0 ORDER BY rowid DESC LIMIT -1 OFFSET ?)
            """,
            .int(max(0, limit))
        )
    }
}
