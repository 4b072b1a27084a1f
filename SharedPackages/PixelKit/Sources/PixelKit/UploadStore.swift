import Foundation
import Persistence

/// The uploader's transactions: what became of the last requests, and the claim of the next, are one.
struct UploadStore: Sendable {
    /// What became of claimed requests.
    struct Settled: Sendable {
        let settlements: [(id: Int64, Settlement)]
        let store: Int64
        let isSuccess: Bool
    }

    struct Step: Sendable {
        let claim: Claim
        /// Rounds that failed in a row before.
        let failures: Int
        /// Requests that wait; counted only when nothing was claimed.
        let pending: Int
    }

    let database: Database
    let outbox: SQLiteOutbox
    let lease: Lease

    func settleAndClaim(
        _ settled: Settled?, limit: Int, at now: Date, ignoringPause: Bool
    ) async throws -> Step {
        try await database.perform { [outbox, lease] transaction in
            if let settled {
                try outbox.settle(settled.settlements, store: settled.store, in: transaction)
                if settled.isSuccess, try outbox.failures(in: transaction) > 0 {
                    try outbox.setPause(nil, at: now, in: transaction)
                }
            }
            let failures = try outbox.failures(in: transaction)
            let claim = try outbox.claim(
                failures == 0 ? limit : 1, for: lease, at: now, ignoringPause: ignoringPause, in: transaction)
            if case .requests = claim { return Step(claim: claim, failures: failures, pending: 0) }
            try outbox.release(lease, in: transaction)
            return Step(claim: claim, failures: failures, pending: try outbox.pending(in: transaction))
        }
    }

    /// Records the end of a round that failed, and returns how many requests wait.
    func settle(_ settled: Settled, pausing pause: Pause, at now: Date) async throws -> Int {
        try await database.perform { [outbox, lease] transaction in
            try outbox.settle(settled.settlements, store: settled.store, in: transaction)
            try outbox.setPause(pause, at: now, in: transaction)
            try outbox.release(lease, in: transaction)
            return try outbox.pending(in: transaction)
        }
    }
}
