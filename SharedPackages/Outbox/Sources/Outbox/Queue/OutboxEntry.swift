/// One event of a client, queued in memory and then written together with others.
///
/// A class-bound existential crosses the border between the modules: it needs no allocation beside the object's own.
package protocol OutboxEntry: AnyObject, Sendable {
    /// Whether it stays in memory while storage fails. Otherwise ``failed(_:)`` is called.
    var isRetried: Bool { get }
    /// Writes the event, inside the transaction of a group.
    func write(in group: OutboxGroup, _ transaction: borrowing Transaction) throws
    /// Called after the commit.
    func committed()
    /// Called if storage failed and the entry is not retried.
    func failed(_ error: DatabaseError)
    /// Called if the outbox ends before the entry could be stored.
    func abandoned()
}

/// A module that puts entries into the outbox and has work of its own in every group.
package protocol OutboxClient: Sendable {
    /// Begins the client's part of a group, on the queue of the database.
    func beginPart(of group: OutboxGroup) -> any OutboxPart
}

/// A client's part of one group. It is confined to the queue of the database.
package protocol OutboxPart: AnyObject {
    /// Writes what the entries of the client have collected, at the end of the transaction.
    func finish(_ group: OutboxGroup, _ transaction: borrowing Transaction) throws
    /// Called after the commit, before any entry or caller hears of it.
    func committed(_ group: OutboxGroup)
    /// Called if the transaction failed. Its entries are written again later.
    func rolledBack()
}
