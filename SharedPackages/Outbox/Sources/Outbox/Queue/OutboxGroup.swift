import Foundation

/// The entries that are written in one transaction, and what is reported after its commit.
///
/// It is confined to the queue of the database.
package final class OutboxGroup {
    package let store: OutboxStore
    /// The consent of all its entries.
    package let consent: Consent
    /// The consent that was stored at its beginning.
    let storedConsent: Consent?
    /// The parts of the clients, by the number that a client got when it was added.
    package internal(set) var parts: [AnyObject] = []
    private let now: Date
    private let keepsRequests: Bool
    private var requests: [OutboxActivity.Request] = []
    /// The number of queued requests.
    private(set) var queuedCount = 0
    private var dropped: [DropReason: Int] = [:]
    /// The number of pending requests after the transaction.
    private(set) var backlog = 0
    private(set) var needsScrub = false

    /// - Parameters:
    ///   - consentToStore: A consent that precedes the entries.
    ///   - laterConsent: The most private of the consents that follow the entries. It already holds for them.
    ///   - keepsRequests: Whether the requests are reported.
    init(
        _ store: OutboxStore, storing consentToStore: Consent?, before laterConsent: Consent, at now: Date,
        keepsRequests: Bool, in transaction: borrowing Transaction
    ) throws {
        self.store = store
        self.now = now
        self.keepsRequests = keepsRequests
        storedConsent = consentToStore
        if let consentToStore {
            let purged = try store.setConsent(consentToStore, in: transaction)
            if purged > 0 { dropped[.denied] = purged }
        }
        consent = min(try store.consent(in: transaction), laterConsent)
    }

    /// Queues a request.
    package func append(_ request: OutboundRequest, in transaction: borrowing Transaction) throws {
        let id = try store.append(request, at: now, in: transaction)
        guard id != 0 else { return }
        queuedCount += 1
        if keepsRequests {
            requests.append(OutboxActivity.Request(id: id, name: request.name, target: request.target))
        }
    }

    /// Runs a part of the work that is undone alone when it throws.
    package func isolated<T>(
        in transaction: borrowing Transaction, _ body: (borrowing Transaction) throws -> T
    ) throws -> T {
        let (queuedCount, requestCount) = (queuedCount, requests.count)
        do {
            return try transaction.isolated(body)
        } catch {
            self.queuedCount = queuedCount
            requests.removeLast(requests.count - requestCount)
            throw error
        }
    }

    /// Counts refused requests and reads what is reported.
    func finish(refusing refusals: [(DropReason, Int)], in transaction: borrowing Transaction) throws {
        for (reason, count) in refusals where count > 0 {
            try store.drop(reason, count, in: transaction)
            dropped[reason, default: 0] += count
        }
        needsScrub = try store.needsScrub(in: transaction)
        backlog = try store.backlog(in: transaction)
    }

    /// Reports what was committed.
    func report(to activity: EventMapping<OutboxActivity>) {
        if let storedConsent { activity.fire(.consentChanged(storedConsent)) }
        if !requests.isEmpty { activity.fire(.committed(requests)) }
        for (reason, count) in dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            activity.fire(.dropped(reason, count: count))
        }
    }
}
