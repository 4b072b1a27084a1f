extension OutboxStore {
    /// Drops requests beyond the limits: first by age, then of names over their share, then of the largest holdings.
    ///
    /// Share and caps spare requests in flight, because their answers are due.
    func evict(_ batch: OutboxBatch, in transaction: borrowing Transaction) throws {
        guard let newest = batch.newest else { return }  // Nothing was added.
        try expire(before: newest - limits.age.milliseconds, batch, in: transaction)
        // The whole table is read: a name that had the store to itself may hold more than its share until another comes.
        let overShare = try transaction.rows("SELECT id, rows FROM names WHERE rows > ?", .int(limits.share)) {
            (id: $0.integer(0), rows: $0.int(1))
        }
        for name in overShare where batch.rows > name.rows {
            let excess = name.rows - limits.share
            try remove(oldest: .rows(excess), of: name.id, as: .overShare, batch, in: transaction)
        }
        while batch.rows > limits.rows {
            guard try shrinkLargest(by: .rows(batch.rows - limits.rows), batch, in: transaction) else { break }
        }
        while batch.bytes > limits.bytes {
            guard try shrinkLargest(by: .bytes(batch.bytes - limits.bytes), batch, in: transaction) else { break }
        }
    }

    /// Drops requests that are older than the limit.
    ///
    /// - Complexity: O(1) if no request is that old, otherwise O(pending requests).
    func expire(before date: Int64, _ batch: OutboxBatch, in transaction: borrowing Transaction) throws {
        guard batch.oldest < date else { return }
        let gone = try transaction.rows(
            """
            DELETE FROM requests WHERE created < ?
            RETURNING name_id, length(CAST(target AS BLOB)) + ifnull(length(body), 0)
            """,
            .integer(date)
        ) { (name: $0.integer(0), bytes: $0.int(1)) }
        for row in gone {
            batch.add(rows: -1, bytes: -row.bytes, to: try batch.holding(row.name, in: transaction))
        }
        batch.count(.dropped(.expired), gone.count)
        let oldest = try transaction.first("SELECT min(created) FROM requests") { $0.optionalInteger(0) }
        batch.noteOldest(oldest ?? nil)
    }

    private enum Excess {
        case rows(Int)
        case bytes(Int)
    }

    /// Drops the oldest requests of the largest holding, down to the size of the next one. Each step has a minimum size,
    /// so that many equal holdings do not need many steps.
    ///
    /// - Returns: Whether any request was dropped.
    private func shrinkLargest(
        by excess: Excess,
        _ batch: OutboxBatch,
        in transaction: borrowing Transaction
    ) throws -> Bool {
        try batch.writeHoldings(in: transaction)  // The ranking reads them.
        switch excess {
        case .rows(let rows):
            let largest = try transaction.rows("SELECT id, rows FROM names ORDER BY rows DESC LIMIT 2") {
                (id: $0.integer(0), size: $0.int(1))
            }
            guard let first = largest.first else { return false }
            let step = max(first.size - (largest.count > 1 ? largest[1].size : 0), limits.rows / 64, 1)
            return try remove(oldest: .rows(min(rows, step)), of: first.id, as: .storeFull, batch, in: transaction) > 0
        case .bytes(let bytes):
            let largest = try transaction.rows("SELECT id, bytes FROM names ORDER BY bytes DESC LIMIT 2") {
                (id: $0.integer(0), size: $0.int(1))
            }
            guard let first = largest.first else { return false }
            let step = max(first.size - (largest.count > 1 ? largest[1].size : 0), limits.bytes / 64, 1)
            let part = Excess.bytes(min(bytes, step))
            return try remove(oldest: part, of: first.id, as: .storeFull, batch, in: transaction) > 0
        }
    }

    @discardableResult
    private func remove(
        oldest excess: Excess,
        of name: Int64,
        as reason: DropReason,
        _ batch: OutboxBatch,
        in transaction: borrowing Transaction
    ) throws -> Int {
        let sizes =
            switch excess {
            case .rows(let rows):
                try transaction.rows(
                    """
                    DELETE FROM requests WHERE id IN
                    (SELECT id FROM requests WHERE name_id = ? AND in_flight <> 1 ORDER BY id LIMIT ?)
                    RETURNING length(CAST(target AS BLOB)) + ifnull(length(body), 0)
                    """,
                    .integer(name),
                    .int(rows)
                ) { $0.int(0) }
            case .bytes(let bytes):
                try transaction.rows(
                    """
                    DELETE FROM requests WHERE id IN (
                        SELECT id FROM (
                            SELECT id, size, sum(size) OVER (ORDER BY id) AS total FROM (
                                SELECT id, length(CAST(target AS BLOB)) + ifnull(length(body), 0) AS size
                                FROM requests WHERE name_id = ? AND in_flight <> 1
                            )
                        ) WHERE total - size < ?
                    )
                    RETURNING length(CAST(target AS BLOB)) + ifnull(length(body), 0)
                    """,
                    .integer(name),
                    .int(bytes)
                ) { $0.int(0) }
            }
        batch.add(rows: -sizes.count, bytes: -sizes.reduce(0, +), to: try batch.holding(name, in: transaction))
        batch.count(.dropped(reason), sizes.count)
        return sizes.count
    }
}
