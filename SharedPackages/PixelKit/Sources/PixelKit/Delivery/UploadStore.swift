import Foundation
import Persistence
import Primitives

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

    struct Ask: Sendable {
        /// What became of the last requests.
        let settled: Settled?
        /// How many to claim; after a failure, one at a time.
        let limit: Int
        /// What this process knows and has not stored yet.
        let consent: Consent
        /// Whether to try although the store rests.
        let ignoresPause: Bool
        let now: Date
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

    /// Records what became of the last requests and, as far as consent allows, claims the next.
    func advance(_ ask: Ask) async throws -> Step {
        let made = Locked<Step?>(nil)
        return try await withCheckedThrowingContinuation { continuation in
            database.enqueue(
                { transaction in
                    let step = try advance(ask, in: transaction)
                    made.withLock { $0 = step }
                },
                hurry: true,
                then: { result in
                    let step = made.withLock { $0 }
                    // Here, in the order of the commits: somebody else's may follow before the caller is resumed.
                    if case .success = result, let step { backlog.withLock { $0 = step.backlog } }
                    continuation.resume(with: result.map { step! })  // The work succeeded, so it left its value.
                })
        }
    }

    private func advance(_ ask: Ask, in transaction: borrowing Transaction) throws -> Step {
        if let settled = ask.settled { try settle(settled, at: ask.now, in: transaction) }
        let failures = try outbox.failures(in: transaction)
        var claim = Claim.withheld(ask.consent)
        if ask.consent == .granted {
            claim = try outbox.claim(
                failures == 0 ? ask.limit : 1, for: lease, at: ask.now, ignoringPause: ask.ignoresPause,
                in: transaction)
        }
        if case .requests = claim {} else { try outbox.release(lease, in: transaction) }
        return Step(claim: claim, failures: failures, backlog: try outbox.backlog(in: transaction))
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
