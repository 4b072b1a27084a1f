/// The events of a client that follows the inspector: records, the states of the apps, and the faults.
///
/// It reads from the inspector only what the client is ready for, so that a slow client misses nothing. Only records that
/// were removed meanwhile are lost.
struct InspectorFeed: AsyncSequence, Sendable {
    /// The place in the records at which a client continues: the epoch and the id of the last record.
    struct Position: Sendable {
        let epoch: String
        let id: Int64

        init?(_ text: String) {
            let parts = text.split(separator: ":")
            guard parts.count == 2, let id = Int64(parts[1]) else { return nil }
            (epoch, self.id) = (String(parts[0]), id)
        }
    }

    /// The records in one event.
    private static let batch = 100

    let inspector: Inspector
    let script: FaultScript
    /// The last position of the client. `nil` starts with the oldest record.
    let position: Position?

    func makeAsyncIterator() -> Iterator { Iterator(self) }

    struct Iterator: AsyncIteratorProtocol {
        private let feed: InspectorFeed
        private var changes: AsyncStream<Void>.Iterator
        private var lastID: Int64
        private var generation: Int
        private var appsRevision = -1
        private var faultsRevision = -1
        private var hello: ServerSentEvent?

        init(_ feed: InspectorFeed) {
            self.feed = feed
            changes = feed.inspector.changes().makeAsyncIterator()
            let records = feed.inspector.records
            generation = records.generation
            let continues = feed.position?.epoch == records.epoch
            lastID = continues ? feed.position?.id ?? 0 : 0
            hello = ServerSentEvent(
                name: "hello", data: #"{"epoch":"\#(records.epoch)","continues":\#(continues)}"#)
        }

        mutating func next() async -> ServerSentEvent? {
            if let event = hello {
                hello = nil
                return event
            }
            while true {
                if let event = pending() { return event }
                // The changes since `pending` looked are in the stream, so that none is missed.
                guard await changes.next(isolation: #isolation) != nil else { return nil }
            }
        }

        private mutating func pending() -> ServerSentEvent? {
            let inspector = feed.inspector
            if inspector.records.generation != generation {
                generation = inspector.records.generation
                return ServerSentEvent(name: "cleared", data: "{}")
            }
            if inspector.appsRevision != appsRevision {
                appsRevision = inspector.appsRevision
                return ServerSentEvent(name: "apps", data: inspector.apps)
            }
            if feed.script.revision != faultsRevision {
                faultsRevision = feed.script.revision
                return ServerSentEvent(name: "faults", data: feed.script.json)
            }
            let records = inspector.records.records(after: lastID, limit: InspectorFeed.batch)
            guard let last = records.last else { return nil }
            lastID = last.id
            let lines = records.map(\.line).joined(separator: ",")
            return ServerSentEvent(name: "records", data: "[\(lines)]", id: "\(inspector.records.epoch):\(last.id)")
        }
    }
}
