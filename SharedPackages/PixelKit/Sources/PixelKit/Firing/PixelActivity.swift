public import Persistence

/// What PixelKit does, reported through the injected mapper.
///
/// Reported after the fact from PixelKit's own threads, in order for one kind of event, and never under a lock. A mapper
/// may fire pixels, but a pixel for every activity would never end.
public enum PixelActivity: Sendable, Equatable {
    /// A request that was committed.
    public struct Request: Sendable, Equatable {
        /// The row's id.
        public let id: Int64
        /// The pixel's name without suffixes.
        public let name: String
        /// Path and query, as it will be sent.
        public let target: String
    }

    /// Requests were committed, in the order of firing.
    case committed([Request])
    /// Legs of fires were held back by a frequency or by sampling since the last report.
    case suppressed(count: Int)
    /// The server took a request.
    case sent(Request, attempt: Int)
    /// An attempt failed; the request is tried again no earlier than `after`.
    case postponed(Request, attempt: Int, after: Duration, failure: TransportResult)
    /// Requests were given up and counted.
    case dropped(DropReason, count: Int)
    /// Storage failed; what was fired waits in memory, bounded, and is tried again.
    case storageFailed(DatabaseError)
    /// A damaged file was set aside under this name, or, with `nil`, the file had been deleted or replaced.
    case storageRecovered(setAside: String?)
    /// A consent was stored.
    case consentChanged(Consent)
    /// The files hold no byte of what was erased any more.
    case erased
}
