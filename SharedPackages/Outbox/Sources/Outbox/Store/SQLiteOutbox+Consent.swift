package import Persistence

extension SQLiteOutbox {
    /// Stores a consent. Denial erases requests, names, gates and whatever else the schemas name for it, and counts
    /// the requests as dropped; ``/Persistence/Database/scrub()`` then removes their bytes from the files.
    ///
    /// - Returns: How many requests were purged.
    package func setConsent(_ consent: Consent, in transaction: borrowing Transaction) throws -> Int {
        let batch = try batch(in: transaction)
        batch.consent = consent
        try setState("consent", .text(consent.rawValue), in: transaction)
        guard consent == .denied else { return 0 }
        return try purge(batch, in: transaction)
    }

    private func purge(_ batch: OutboxBatch, in transaction: borrowing Transaction) throws -> Int {
        let purged = try transaction.first("SELECT count(*) FROM requests") { $0.int(0) } ?? 0
        try transaction.purge()
        batch.forgetHoldings()
        batch.count(.dropped(.denied), purged)
        try setState("scrub", .integer(.random(in: 1...Int64.max)), in: transaction)
        return purged
    }

    /// Whether erased bytes may still be in the files: a purge was not finished yet.
    package func needsScrub(in transaction: borrowing Transaction) throws -> Bool {
        try scrubTicket(in: transaction) != nil
    }

    /// Names the purge whose bytes may still be in the files; `nil` when there is none.
    package func scrubTicket(in transaction: borrowing Transaction) throws -> Int64? {
        let ticket = try stateInteger("scrub", in: transaction)
        return ticket == 0 ? nil : ticket
    }

    /// Notes that the erased bytes of a purge are gone.
    ///
    /// - Returns: False when that was noted before, or when another purge followed: its bytes may be there.
    package func noteScrubbed(_ ticket: Int64, in transaction: borrowing Transaction) throws -> Bool {
        try transaction.execute(
            "UPDATE state SET value = 0 WHERE key = 'scrub' AND value = ?", .integer(ticket)) == 1
    }
}
