/// The period in which a gate admits one request, and the time of firing in milliseconds since 1970.
package enum GateWindow: Sendable, Hashable {
    /// A numbered period: a day or a month since 1970, or 0 for "once per install".
    case period(Int64, at: Int64 = 0)
    /// The minimum distance from the last admitted fire, in milliseconds.
    case interval(length: Int64, at: Int64)
}

extension OutboxStore {
    /// The stored state of a gate.
    package struct Gate: Sendable, Equatable {
        /// When it was last closed, in milliseconds since 1970.
        package let at: Int64
        /// The periods for which it is closed, latest first, at most four.
        package let periods: [Int64]
    }

    /// Admits one request through a gate in each window.
    ///
    /// A gate keeps its last four periods: a clock that jumps back neither repeats a day nor silences it permanently.
    ///
    /// - Returns: Whether the gate was open. It is closed for this window from now on. Always false while consent is
    ///   denied, when no key may be stored.
    package func admit(_ key: String, window: GateWindow, in transaction: borrowing Transaction) throws -> Bool {
        guard try consent(in: transaction) != .denied else { return false }
        let gate = try gate(key, in: transaction)
        switch window {
        case .period(let period, let now):
            if let gate, gate.periods.contains(period) { return false }
            try close(key, at: now, periods: [period] + (gate?.periods.prefix(3) ?? []), in: transaction)
        case .interval(let length, let now):
            // Absolute: a clock that was set back opens the gate again instead of closing it permanently.
            if let gate, (now &- gate.at).magnitude < UInt64(max(0, length)) { return false }
            try close(key, at: now, periods: [], in: transaction)
        }
        return true
    }

    /// Returns the state of a gate, or `nil` if it was never closed.
    package func gate(_ key: String, in transaction: borrowing Transaction) throws -> Gate? {
        try transaction.first("SELECT at, w0, w1, w2, w3 FROM gates WHERE key = ?", .text(key)) { row in
            Gate(at: row.integer(0), periods: (1...4).compactMap { row.optionalInteger($0) })
        }
    }

    private func close(_ key: String, at: Int64, periods: [Int64], in transaction: borrowing Transaction) throws {
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

    /// Deletes the gates beyond the limit, least recently used first. Gates that are closed permanently are kept.
    ///
    /// Replacing a gate gives it a new rowid, so rowids tell the order of use. Dates would not, because clocks jump.
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
