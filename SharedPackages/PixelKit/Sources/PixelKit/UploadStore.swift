import Foundation
import Persistence

/// The uploader's transactions: what became of the last requests, and the claim of the next, are one.
struct UploadStore: Sendable {
    /// What became of claimed requests.
    struct Settled: Sendable {
        let settlements: [(id: Int64, Settlement)]
        let store: Int64
        let rest: Rest
    }

    /// What follows for the store as a whole.
    enum Rest: Sendable {
        /// The server takes requests: no rest.
        case over
        /// Nothing was learnt of the server.
        case unchanged
        /// An attempt failed.
        case begins(Pause)
    }

    struct Step: Sendable {
        let claim: Claim
        /// Attempts or rounds that failed in a row before.
        let failures: Int
        /// Requests that wait, those claimed included.
        let backlog: Int
    }

    let database: Database
    let outbox: SQLiteOutbox
    let lease: Lease
    /// Requests that waited at the last look.
    let backlog = Locked(0)

    /// Records what became of the last requests and, as far as `consent` allows, claims the next.
    ///
    /// - Parameters:
    ///   - limit: How many to claim; while the store rests after a failure, one at a time.
    ///   - consent: What this process knows and has not stored yet.
    func advance(
        _ settled: Settled?, limit: Int, consent: Consent, at now: Date, ignoringPause: Bool
    ) async throws -> Step {
        try await database.perform { [self] transaction in
            if let settled { try settle(settled, at: now, in: transaction) }
            let failures = try outbox.failures(in: transaction)
            let claim =
                consent == .granted
                ? try outbox.claim(
                    failures == 0 ? limit : 1, for: lease, at: now, ignoringPause: ignoringPause, in: transaction)
                : Claim.withheld(consent)
            let waiting = try outbox.backlog(in: transaction)
            backlog.withLock { $0 = waiting }
            if case .requests = claim {} else { try outbox.release(lease, in: transaction) }
            return Step(claim: claim, failures: failures, backlog: waiting)
        }
    }

    private func settle(_ settled: Settled, at now: Date, in transaction: borrowing Transaction) throws {
        try outbox.settle(settled.settlements, store: settled.store, in: transaction)
        switch settled.rest {
        case .unchanged: break
        case .over where try outbox.failures(in: transaction) == 0: break
        case .over: try outbox.setPause(nil, at: now, in: transaction)
        case .begins(let pause): try outbox.setPause(pause, at: now, in: transaction)
        }
    }
}
