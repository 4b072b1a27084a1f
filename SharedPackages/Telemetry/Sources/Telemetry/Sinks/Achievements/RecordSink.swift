/// Counts events, durably.
///
/// A count is on disk before the next sink sees the event. When it cannot be written, the event is kept in memory and
/// written with the next one, or with a flush.
public actor RecordSink: TelemetrySink {
    /// The sink's name.
    public nonisolated let name: String
    private let recordOfEvent: [String: String]
    private let store: any ValueStore<[String: Int]>
    /// What the store held when it was last looked at.
    private var saved: [String: Int]?
    private var unsaved: [String: Int] = [:]

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - recordOfEvent: The record that counts an event, by the event's name; other events are not counted.
    ///   - store: Where counts are kept. Others may count there too if its `update` keeps them apart, as a `JSONFile` does.
    public init(
        name: String = "records",
        counting recordOfEvent: [String: String],
        in store: any ValueStore<[String: Int]>
    ) {
        self.name = name
        self.recordOfEvent = recordOfEvent
        self.store = store
    }

    /// Counts the event, if it has a record.
    ///
    /// - Throws: The store's error. The event counts all the same.
    public func receive(_ event: TelemetryEvent) throws {
        guard let record = recordOfEvent[event.name] else { return }
        unsaved[record, default: 0] += 1
        try save()
    }

    /// Writes what could not be written before.
    public func flush(until deadline: Deadline) async { try? save() }

    /// Returns how often the events of each record happened, in this launch and earlier ones. What other processes counted
    /// is among it as of this sink's last write.
    ///
    /// - Throws: The store's error, when the counts of earlier launches cannot be read.
    public func counts() throws -> [String: Int] {
        let saved = try saved ?? settingAside { try store.load() ?? [:] }.value
        self.saved = saved
        return saved.merging(unsaved, uniquingKeysWith: +)
    }

    private func save() throws {
        if unsaved.isEmpty { return }
        let (counts, trouble) = try settingAside {
            try store.update { ($0 ?? [:]).merging(unsaved, uniquingKeysWith: +) }
        }
        saved = counts
        unsaved = [:]
        if let trouble { throw trouble }
    }

    /// Tries again after a store that was not readable is out of the way, and tells what became of it.
    private func settingAside<Value>(_ body: () throws -> Value) throws -> (value: Value, trouble: TelemetryError?) {
        do {
            return (try body(), nil)
        } catch let error as TelemetryError {
            guard case .setAside = error else { throw error }
            return (try body(), error)
        }
    }
}
