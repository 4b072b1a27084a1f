extension OutboxStore {
    /// Returns the stored consent, or the initial one.
    package func consent(in transaction: borrowing Transaction) throws -> Consent {
        try batch(in: transaction).consent
    }

    /// Stores a consent. A denial erases the data of all registered modules and counts pending requests as dropped.
    /// ``/Persistence/Database/scrub()`` then removes the bytes from the files.
    ///
    /// - Returns: The number of erased requests.
    package func setConsent(_ consent: Consent, in transaction: borrowing Transaction) throws -> Int {
        let batch = try batch(in: transaction)
        batch.consent = consent
        try setState("consent", .text(consent.rawValue), in: transaction)
        guard consent == .denied else { return 0 }
        let purged = try pending(in: transaction)
        try transaction.purge()
        batch.forgetHoldings()
        batch.count(.dropped(.denied), purged)
        try requestScrub(in: transaction)
        return purged
    }

    /// Erases what a module that is registered only now stored before a denial.
    func enforceDenial(in transaction: borrowing Transaction) throws {
        guard try consent(in: transaction) == .denied, try transaction.purge() else { return }
        try requestScrub(in: transaction)
    }

    private func requestScrub(in transaction: borrowing Transaction) throws {
        try setState("scrub", .integer(.random(in: 1...Int64.max)), in: transaction)
    }

    /// Whether erased bytes may still be in the files.
    package func needsScrub(in transaction: borrowing Transaction) throws -> Bool {
        try scrubTicket(in: transaction) != nil
    }

    /// Returns the number of the erasure whose bytes may still be in the files, or `nil` without one.
    package func scrubTicket(in transaction: borrowing Transaction) throws -> Int64? {
        let ticket = try stateInteger("scrub", in: transaction)
        return ticket == 0 ? nil : ticket
    }

    /// Stores that the erased bytes are gone.
    ///
    /// - Returns: False if that was stored before, or if another erasure followed whose bytes may still be there.
    package func noteScrubbed(_ ticket: Int64, in transaction: borrowing Transaction) throws -> Bool {
        try transaction.execute(
            "UPDATE state SET value = 0 WHERE key = 'scrub' AND value = ?", .integer(ticket)) == 1
    }
}
