public import Foundation
public import Persistence

/// Durable requests, gates and ledger; every change is part of the caller's transaction.
///
/// Call it only with the transaction that the closure of ``/Persistence/Database/enqueue(_:hurry:then:)`` or
/// ``/Persistence/Database/perform(_:)`` receives.
public protocol RequestOutbox: Sendable {
    /// The consent that holds in this transaction.
    func consent(in transaction: borrowing Transaction) throws -> Consent

    /// Lets one request through a gate in each window.
    ///
    /// A gate remembers its last four periods: a clock that jumps back neither repeats a day nor silences it for good.
    ///
    /// - Returns: Whether the gate was open; it is closed for this window from now on. False while consent is denied.
    func admit(_ key: String, window: GateWindow, in transaction: borrowing Transaction) throws -> Bool

    /// Queues a request and counts it as accepted.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - date: When it happened; its age counts from here.
    ///   - transaction: The caller's.
    /// - Returns: The row's id, which is never reused; 0 when consent is denied and nothing was stored.
    @discardableResult
    func append(_ request: OutboundRequest, at date: Date, in transaction: borrowing Transaction) throws -> Int64

    /// Counts requests as accepted and dropped at once.
    func drop(_ reason: DropReason, _ count: Int, in transaction: borrowing Transaction) throws
}
