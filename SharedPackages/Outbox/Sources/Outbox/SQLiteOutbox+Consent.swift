package import Persistence

extension SQLiteOutbox {
    /// Stores a consent. Denial erases requests, names, gates and whatever else the schemas name for it, and counts
    /// the requests as dropped; ``Database/scrub()`` then removes their bytes from the files.
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
        try setState("scrub", 1, in: transaction)
        return purged
    }

    /// Whether erased bytes may still be in the files: a purge was not finished yet.
    package func needsScrub(in transaction: borrowing Transaction) throws -> Bool {
        try stateInteger("scrub", in: transaction) != 0
    }

    /// Notes that the erased bytes are gone.
    package func noteScrubbed(in transaction: borrowing Transaction) throws {
        try setState("scrub", 0, in: transaction)
    }
}
