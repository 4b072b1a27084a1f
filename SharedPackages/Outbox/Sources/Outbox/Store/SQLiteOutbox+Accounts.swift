package import Persistence

extension SQLiteOutbox {
    /// The accounts in this transaction. `pending` is counted from the rows themselves, so that a mistake shows.
    ///
    /// - Complexity: O(rows waiting), some 10 ms for a million.
    package func accounts(in transaction: borrowing Transaction) throws -> Accounts {
        var accounts = Accounts()
        accounts.pending = try pending(in: transaction)
        let lines = try transaction.rows("SELECT reason, count FROM ledger") { ($0.text(0), $0.int(1)) }
        for (key, count) in lines {
            switch key {
            case LedgerEntry.accepted.key: accounts.accepted = count
            case LedgerEntry.delivered.key: accounts.delivered = count
            case LedgerEntry.suppressed.key: accounts.suppressed = count
            case LedgerEntry.resent.key: accounts.resent = count
            case LedgerEntry.omittedParameters.key: accounts.omittedParameters = count
            default:
                guard let reason = DropReason(rawValue: String(key.dropFirst("dropped.".count))) else { continue }
                accounts.dropped[reason] = count
            }
        }
        return accounts
    }

    /// How many requests wait.
    package func pending(in transaction: borrowing Transaction) throws -> Int {
        try transaction.first("SELECT count(*) FROM requests") { $0.int(0) } ?? 0
    }

    /// How many requests wait, by the total that is kept; what this transaction evicts at its end is not seen yet.
    package func backlog(in transaction: borrowing Transaction) throws -> Int { try batch(in: transaction).rows }
}
