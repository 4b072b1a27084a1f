/// The changes of one unit of work to totals and ledger, written once when the work ends.
///
/// A ledger update for every row would cost more than the row itself.
final class OutboxBatch {
    /// The number and size of the requests of one name.
    final class Holding {
        let id: Int64
        fileprivate(set) var rows: Int
        fileprivate(set) var bytes: Int
        fileprivate var hasChanged = false

        init(id: Int64, rows: Int, bytes: Int) {
            self.id = id
            self.rows = rows
            self.bytes = bytes
        }
    }

    var consent: Consent
    private(set) var rows: Int
    private(set) var bytes: Int
    private(set) var holdings: [Int64: Holding] = [:]
    private var holdingsByName: [String: Holding] = [:]
    private var hasChangedTotals = false
    private var counts: [LedgerEntry: Int] = [:]
    private var acceptedCount = 0  // Counted for every row, so not in the dictionary.
    /// The last id that was given out.
    private var lastID: Int64 = 0
    /// A date no later than that of the oldest request.
    private(set) var oldest: Int64 = .max
    /// The latest date of a new request in this work. Ages are measured from it.
    private(set) var newest: Int64?

    init(initialConsent: Consent, _ transaction: borrowing Transaction) throws {
        consent = initialConsent
        rows = 0
        bytes = 0
        let state = try transaction.rows(
            "SELECT key, value FROM state WHERE key IN ('consent', 'rows', 'bytes', 'last', 'oldest')"
        ) { ($0.text(0), $0.text(1)) }
        for (key, value) in state {
            switch key {
            case "consent": consent = Consent(rawValue: value) ?? .denied  // An unknown value: the more private wins.
            case "rows": rows = Int(value) ?? 0
            case "bytes": bytes = Int(value) ?? 0
            case "last": lastID = Int64(value) ?? 0
            default: oldest = Int64(value) ?? 0
            }
        }
    }

    func count(_ entry: LedgerEntry, _ amount: Int = 1) {
        if entry == .accepted { acceptedCount += amount } else { counts[entry, default: 0] += amount }
    }

    /// Returns an id that was never given out before, for a request of a date.
    func newID(at date: Int64) -> Int64 {
        newest = max(newest ?? date, date)
        oldest = min(oldest, date)
        lastID += 1
        hasChangedTotals = true
        return lastID
    }

    /// Sets the date of the oldest request.
    func noteOldest(_ date: Int64?) {
        oldest = date ?? .max
        hasChangedTotals = true
    }

    /// Returns the holding of a name, and creates it if necessary.
    func holding(of name: String, in transaction: borrowing Transaction) throws -> Holding {
        if let found = holdingsByName[name] { return found }
        let found = try transaction.first("SELECT id, rows, bytes FROM names WHERE name = ?", .text(name)) {
            Holding(id: $0.integer(0), rows: $0.int(1), bytes: $0.int(2))
        }
        let holding: Holding
        if let found {
            holding = holdings[found.id] ?? found
        } else {
            try transaction.execute("INSERT INTO names(name, rows, bytes) VALUES (?, 0, 0)", .text(name))
            holding = Holding(id: transaction.lastInsertedID, rows: 0, bytes: 0)
            holding.hasChanged = true  // It is deleted again if no request joins it.
        }
        holdings[holding.id] = holding
        holdingsByName[name] = holding
        return holding
    }

    /// Returns the holding of a name by its id.
    func holding(_ id: Int64, in transaction: borrowing Transaction) throws -> Holding {
        if let found = holdings[id] { return found }
        let holding =
            try transaction.first("SELECT rows, bytes FROM names WHERE id = ?", .integer(id)) {
                Holding(id: id, rows: $0.int(0), bytes: $0.int(1))
            } ?? Holding(id: id, rows: 0, bytes: 0)
        holdings[id] = holding
        return holding
    }

    func add(rows rowCount: Int, bytes byteCount: Int, to holding: Holding) {
        holding.rows += rowCount
        holding.bytes += byteCount
        holding.hasChanged = true
        rows += rowCount
        bytes += byteCount
        hasChangedTotals = true
    }

    func forgetHoldings() {
        holdings = [:]
        holdingsByName = [:]
        rows = 0
        bytes = 0
        noteOldest(nil)
    }

    func write(in transaction: borrowing Transaction) throws {
        try writeHoldings(in: transaction)
        try writeTotals(in: transaction)
        counts[.accepted] = acceptedCount
        for (entry, amount) in counts where amount != 0 {
            try transaction.execute(
                """
                INSERT INTO ledger(reason, count) VALUES (?, ?)
                ON CONFLICT(reason) DO UPDATE SET count = count + excluded.count
                """,
                .text(entry.key),
                .int(amount)
            )
        }
    }

    /// Writes the size of every changed holding. Names without requests are deleted.
    func writeHoldings(in transaction: borrowing Transaction) throws {
        for holding in holdings.values where holding.hasChanged {
            holding.hasChanged = false
            if holding.rows == 0 {
                try transaction.execute("DELETE FROM names WHERE id = ?", .integer(holding.id))
            } else {
                try transaction.execute(
                    "UPDATE names SET rows = ?, bytes = ? WHERE id = ?",
                    .int(holding.rows),
                    .int(holding.bytes),
                    .integer(holding.id)
                )
            }
        }
    }

    private func writeTotals(in transaction: borrowing Transaction) throws {
        if hasChangedTotals {
            try transaction.execute("UPDATE state SET value = ? WHERE key = 'rows'", .int(rows))
            try transaction.execute("UPDATE state SET value = ? WHERE key = 'bytes'", .int(bytes))
            try transaction.execute("UPDATE state SET value = ? WHERE key = 'last'", .integer(lastID))
            try transaction.execute("UPDATE state SET value = ? WHERE key = 'oldest'", .integer(oldest))
        }
    }
}

/// A line of the ledger. The ledger has totals by reason and never names.
enum LedgerEntry: Hashable {
    case accepted, delivered, suppressed, resent, omittedParameters
    case dropped(DropReason)

    var key: String {
        switch self {
        case .accepted: "accepted"
        case .delivered: "delivered"
        case .suppressed: "suppressed"
        case .resent: "resent"
        case .omittedParameters: "omittedParameters"
        case .dropped(let reason): "dropped.\(reason.rawValue)"
        }
    }
}
