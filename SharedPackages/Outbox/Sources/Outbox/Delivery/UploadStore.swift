import Foundation

/// The transactions of the uploader. Each one stores the results of the last requests and claims the next.
struct UploadStore: Sendable {
    /// The results of claimed requests.
    struct Settled: Sendable {
        let settlements: [(id: Int64, Settlement)]
        /// The identity of the store.
        let store: Int64
        let pause: PauseChange
    }

    /// The effect of results on the pause of the store.
    enum PauseChange: Sendable {
        /// The server accepts requests.
        case ends
        /// The results tell nothing about the server.
        case unchanged
        /// An attempt failed.
        case begins(Pause)
    }

    struct Step: Sendable {
        let claim: Claim
        /// The number of rounds that failed in a row.
        let failures: Int
        /// The number of pending requests, including claimed ones.
        let backlog: Int
    }

    /// The most requests of one claim. After a failure it is one.
    private static let claimLimit = 4

    let database: Database
    let store: OutboxStore
    let lease = Lease()
    /// The number of pending requests as last read.
    let backlog = Locked(0)

    /// Stores the results of the last requests and claims the next, as far as consent allows.
    ///
    /// - Parameters:
    ///   - settled: The results of the last requests.
    ///   - consent: The consent that this process has not stored yet.
    ///   - ignoringPause: Whether to claim during a pause.
    ///   - now: The current date.
    func advance(
        settling settled: Settled?, consent: Consent, ignoringPause: Bool, at now: Date
    ) async throws -> Step {
        let made = Locked<Step?>(nil)
        return try await withCheckedThrowingContinuation { continuation in
            database.enqueue(
                { transaction in
                    if let settled { try settle(settled, at: now, in: transaction) }
                    let step = try claim(consent, ignoringPause: ignoringPause, at: now, in: transaction)
                    made.withLock { $0 = step }
                },
                then: { result in
                    let step = made.withLock { $0 }
                    // Here, in the order of the commits: another commit can follow before the caller is resumed.
                    if case .success = result, let step { backlog.withLock { $0 = step.backlog } }
                    continuation.resume(with: result.map { step! })  // The work succeeded, so it left its value.
                })
        }
    }

    private func claim(
        _ consent: Consent, ignoringPause: Bool, at now: Date, in transaction: borrowing Transaction
    ) throws -> Step {
        let failures = try store.failures(in: transaction)
        var claim = Claim.withheld(consent)
        if consent == .granted {
            claim = try store.claim(
                failures == 0 ? Self.claimLimit : 1, for: lease, at: now, ignoringPause: ignoringPause,
                in: transaction)
        }
        if case .requests = claim {} else { try store.release(lease, in: transaction) }
        return Step(claim: claim, failures: failures, backlog: try store.backlog(in: transaction))
    }

    private func settle(_ settled: Settled, at now: Date, in transaction: borrowing Transaction) throws {
        try store.settle(settled.settlements, store: settled.store, in: transaction)
        switch settled.pause {
        case .unchanged: break
        case .ends where try store.failures(in: transaction) == 0: break
        case .ends: try store.setPause(nil, at: now, in: transaction)
        case .begins(let pause): try store.setPause(pause, at: now, in: transaction)
        }
    }
}
