import Persistence

extension SQLiteOutbox {
    /// Drops what exceeds the limits: the aged first, then names over their share, then the largest holdings.
    ///
    /// Rows under way are spared: their answers are due.
    func evict(_ batch: OutboxBatch, in transaction: borrowing Transaction) throws {
        guard let newest = batch.newest else { return }  // Nothing was added.
        try expire(before: newest - limits.age.milliseconds, batch, in: transaction)
        for holding in batch.holdings.values where holding.rows > limits.share && batch.rows > holding.rows {
            let excess = holding.rows - limits.share
            try remove(oldest: excess, of: holding.id, as: .overShare, batch, in: transaction)
        }
        guard batch.rows > limits.rows || batch.bytes > limits.bytes else { return }
        try batch.writeHoldings(in: transaction)  // The ranking below reads them.
        while batch.rows > limits.rows {
            let excess = batch.rows - limits.rows
            guard try shrinkLargest(by: excess, orderedBy: .rows, batch, in: transaction) else { break }
        }
        while batch.bytes > limits.bytes {
            let average = max(1, batch.bytes / max(1, batch.rows))
            let excess = (batch.bytes - limits.bytes + average - 1) / average
            guard try shrinkLargest(by: excess, orderedBy: .bytes, batch, in: transaction) else { break }
        }
    }

    /// Drops rows that are older than the limit. Rows are nearly in order of age, so the head tells.
    func expire(before date: Int64, _ batch: OutboxBatch, in transaction: borrowing Transaction) throws {
        var removed = 0
        repeat {
            let gone = try transaction.rows(
                """
                DELETE FROM requests WHERE created < ? AND in_flight = 0
                AND id IN (SELECT id FROM requests ORDER BY id LIMIT 64)
                RETURNING name_id, length(CAST(target AS BLOB)) + ifnull(length(body), 0)
                """,
                .integer(date)
            ) { ($0.integer(0), $0.int(1)) }
            for (name, bytes) in gone {
                batch.add(rows: -1, bytes: -bytes, to: try batch.holding(name, in: transaction))
                batch.count(.dropped(.expired))
            }
            removed = gone.count
        } while removed == 64
    }

    private enum Measure { case rows, bytes }

    /// Takes the oldest rows of the largest holding, down to the size of the next; a step is never tiny, so that many
    /// equal holdings do not make many steps.
    private func shrinkLargest(
        by excess: Int,
        orderedBy measure: Measure,
        _ batch: OutboxBatch,
        in transaction: borrowing Transaction
    ) throws -> Bool {
        let largest =
            switch measure {
            case .rows:
                try transaction.rows("SELECT id, rows FROM names ORDER BY rows DESC LIMIT 2") {
                    ($0.integer(0), $0.int(1))
                }
            case .bytes:
                try transaction.rows("SELECT id, rows FROM names ORDER BY bytes DESC LIMIT 2") {
                    ($0.integer(0), $0.int(1))
                }
            }
        guard let first = largest.first else { return false }
        let lead = largest.count > 1 ? first.1 - largest[1].1 : first.1
        let count = min(excess, max(lead, limits.rows / 64, 1))
        let removed = try remove(oldest: count, of: first.0, as: .storeFull, batch, in: transaction)
        try batch.writeHoldings(in: transaction)
        return removed > 0
    }

    @discardableResult
    private func remove(
        oldest count: Int,
        of name: Int64,
        as reason: DropReason,
        _ batch: OutboxBatch,
        in transaction: borrowing Transaction
    ) throws -> Int {
        let gone = try transaction.rows(
            """
            DELETE FROM requests WHERE id IN
            (SELECT id FROM requests WHERE name_id = ? AND in_flight = 0 ORDER BY id LIMIT ?)
            RETURNING length(CAST(target AS BLOB)) + ifnull(length(body), 0)
            """,
            .integer(name),
            .int(count)
        ) { $0.int(0) }
        let holding = try batch.holding(name, in: transaction)
        batch.add(rows: -gone.count, bytes: -gone.reduce(0, +), to: holding)
        batch.count(.dropped(reason), gone.count)
        return gone.count
    }
}
