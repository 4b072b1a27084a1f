/// A sink that counts events in a store.
///
/// A count is saved before the next sink receives the event. A count that cannot be saved is kept in memory and saved with
/// the next one, or by a flush.
public actor RecordSink: TelemetrySink {
    /// The sink's name.
    public nonisolated let name: String
    private nonisolated let recordOfEvent: [String: String]
    private let store: any ValueStore<[String: Int]>
    /// The content of the store when it was last read or written.
    private var saved: [String: Int]?
    private var unsaved: [String: Int] = [:]

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - recordOfEvent: For each name of a counted event the name of its record. Other events are not counted.
    ///   - store: The store of the counts. Several sinks and processes may share a `JSONFile`.
    public init(
        name: String = "records",
        counting recordOfEvent: [String: String],
        in store: any ValueStore<[String: Int]>
    ) {
        self.name = name
        self.recordOfEvent = recordOfEvent
        self.store = store
    }

    /// The names of the counted events.
    public nonisolated var settings: String { "counts \(recordOfEvent.keys.sorted().joined(separator: " "))" }

    /// Counts the event, if it has a record.
    ///
    /// - Throws: The store's error. The event is counted nevertheless.
    public func receive(_ event: TelemetryEvent) throws {
        guard let record = recordOfEvent[event.name] else { return }
        unsaved[record, default: 0] += 1
        try save()
    }

    /// Saves the counts that could not be saved before.
    public func flush(until deadline: Deadline) async { try? save() }

    /// Returns the count of each record, in this launch and earlier ones.
    ///
    /// Counts of other processes are included as of this sink's last write.
    ///
    /// - Throws: The store's error, if the counts of earlier launches cannot be read.
    public func counts() throws -> [String: Int] {
        let saved = try saved ?? retryingAfterSetAside { try store.load() ?? [:] }.value
        self.saved = saved
        return saved.merging(unsaved, uniquingKeysWith: +)
    }

    private func save() throws {
        if unsaved.isEmpty { return }
        let (counts, error) = try retryingAfterSetAside {
            try store.update { ($0 ?? [:]).merging(unsaved, uniquingKeysWith: +) }
        }
        saved = counts
        unsaved = [:]
        if let error { throw error }
    }

    /// Runs `body`, and once more after the store has moved invalid data away. Returns that error with the value.
    private func retryingAfterSetAside<Value>(
        _ body: () throws -> Value
    ) throws -> (value: Value, error: TelemetryError?) {
        do {
            return (try body(), nil)
        } catch let error as TelemetryError {
            guard case .setAside = error else { throw error }
            return (try body(), error)
        }
    }
}
