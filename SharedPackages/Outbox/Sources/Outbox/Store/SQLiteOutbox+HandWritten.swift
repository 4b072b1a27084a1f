package import Persistence

extension SQLiteOutbox {
    /// The names that were last queued by code that no definition stands behind.
    package func handWrittenNames(in transaction: borrowing Transaction) throws -> Set<String> {
        Set(try transaction.rows("SELECT name FROM hand_written") { $0.text(0) })
    }

    /// Notes, or forgets, that no definition stands behind `name`.
    package func note(_ name: String, isHandWritten: Bool, in transaction: borrowing Transaction) throws {
        try transaction.execute(
            isHandWritten
                ? "INSERT OR IGNORE INTO hand_written(name) VALUES (?)" : "DELETE FROM hand_written WHERE name = ?",
            .text(name))
    }
}
