/// Counts events, durably.
///
/// A count is on disk before the next sink sees the event. When it cannot be written, the event is kept in memory and
/// written with the next one, or with a flush.
public actor RecordSink: TelemetrySink {
    /// The sink's name.
    public nonisolated let name: String
    private let recordOfEvent: [String: String]
    private let store: any ValueStore<[String: Int]>
    private var saved: [String: Int]?
    private var unsaved: [String: Int] = [:]

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - recordOfEvent: The record that counts an event, by the event's name; other events are not counted.
    ///   - store: Where counts are kept; nobody else may write there.
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

    /// Returns how often the events of each record happened, in this launch and earlier ones.
    ///
    /// - Throws: The store's error, when the counts of earlier launches cannot be read.
    public func counts() throws -> [String: Int] {
        try load()
        return (saved ?? [:]).merging(unsaved, uniquingKeysWith: +)
    }

    private func save() throws {
        let trouble = try load()
        if !unsaved.isEmpty {
            let counts = try counts()
            try store.save(counts)
            saved = counts
            unsaved = [:]
        }
        if let trouble { throw trouble }
    }

    /// Reads the counts of earlier launches, once.
    ///
    /// - Returns: What became of a store that was not readable.
    @discardableResult private func load() throws -> TelemetryError? {
        if saved != nil { return nil }
        do {
            saved = try store.load() ?? [:]
        } catch let error as TelemetryError {
            guard case .setAside = error else { throw error }
            saved = [:]
            return error
        }
        return nil
    }
}
