/// The activity of an outbox, reported through an injected mapper.
///
/// Reports come after the fact, from the outbox's own threads, in order for one kind of event, and never under a lock. A
/// mapper may fire pixels, but a mapper that fires a pixel for every activity never ends.
public enum OutboxActivity: Sendable, Equatable {
    /// A request that was committed.
    public struct Request: Sendable, Equatable {
        /// The id of the row.
        public let id: Int64
        /// The pixel's name without suffixes, or the wide event's name.
        public let name: String
        /// Path and query, as they are sent.
        public let target: String

        /// Describes a request.
        public init(id: Int64, name: String, target: String) {
            self.id = id
            self.name = name
            self.target = target
        }
    }

    /// Requests were committed, in the order of firing.
    case committed([Request])
    /// The server accepted a request.
    case sent(Request, attempt: Int)
    /// An attempt failed. The request is sent again no earlier than `after`.
    case postponed(Request, attempt: Int, after: Duration, failure: TransportResult)
    /// Requests were dropped and counted.
    case dropped(DropReason, count: Int)
    /// Storage failed. Fired events stay in memory, up to a limit, and are written later.
    case storageFailed(DatabaseError)
    /// A damaged file was set aside under a new name, or, with `nil`, the file had been deleted or replaced.
    case storageRecovered(setAside: String?)
    /// A consent was stored.
    case consentChanged(Consent)
    /// The erased bytes are gone from all files.
    case erased
}
