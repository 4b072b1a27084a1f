import Foundation

/// A row of the table of flows, and the statements on it.
struct StoredFlow: Sendable {
    let id: UInt64
    let name: String
    let session: String
    /// Milliseconds since 1970.
    let started: Int64
    let share: Double
    var data: Data

    private init(_ row: borrowing Row) {
        id = UInt64(bitPattern: row.integer(0))
        name = row.text(1)
        session = row.text(2)
        started = row.integer(3)
        share = Double(bitPattern: UInt64(bitPattern: row.integer(4)))
        data = row.data(5) ?? Data()
    }

    private var key: SQLValue { .integer(Int64(bitPattern: id)) }

    /// Stores a new flow. Returns false if its id exists.
    static func insert<Flow: WideEventData>(
        _ flow: Flow, data: Data, owner: String, session: String, at now: Int64, in transaction: borrowing Transaction
    ) throws -> Bool {
        try transaction.execute(
            "INSERT OR IGNORE INTO flows(id, name, owner, session, started, share, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
            .integer(Int64(bitPattern: flow.globalData.id)), .text(Flow.metadata.name), .text(owner), .text(session),
            .integer(now), .integer(Int64(bitPattern: flow.globalData.sampleRate.bitPattern)), .blob(data)) == 1
    }

    static func find<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, in transaction: borrowing Transaction
    ) throws -> StoredFlow? {
        try transaction.first(
            "SELECT id, name, session, started, share, data FROM flows WHERE id = ? AND name = ?",
            .integer(Int64(bitPattern: id.number)), .text(Flow.metadata.name), map: StoredFlow.init)
    }

    /// Returns the flows of an owner and name, oldest first.
    static func all(
        of owner: String, named name: String, in transaction: borrowing Transaction
    ) throws -> [StoredFlow] {
        try transaction.rows(
            """
            SELECT id, name, session, started, share, data FROM flows
            WHERE owner = ? AND name = ? ORDER BY started, id
            """,
            .text(owner), .text(name), map: StoredFlow.init)
    }

    /// Returns the flows of an owner that began before a date.
    static func all(
        of owner: String, startedBefore date: Int64, in transaction: borrowing Transaction
    ) throws -> [StoredFlow] {
        try transaction.rows(
            "SELECT id, name, session, started, share, data FROM flows WHERE owner = ? AND started < ?",
            .text(owner), .integer(date), map: StoredFlow.init)
    }

    func save(_ data: Data, in transaction: borrowing Transaction) throws {
        try transaction.execute("UPDATE flows SET data = ? WHERE id = ?", .blob(data), key)
    }

    func delete(in transaction: borrowing Transaction) throws {
        try transaction.execute("DELETE FROM flows WHERE id = ?", key)
    }

    /// Deletes the flow and keeps its data for diagnosis.
    func setAside(_ reason: WideEventFailure, at now: Int64, in transaction: borrowing Transaction) throws {
        try delete(in: transaction)
        try SetAsideFlows.add(name, data, reason, at: now, in: transaction)
    }
}

/// The data that could not be read or written, kept for diagnosis.
enum SetAsideFlows {
    /// The newest are kept.
    private static let limit = 100

    static func add(
        _ name: String, _ data: Data?, _ reason: WideEventFailure, at now: Int64, in transaction: borrowing Transaction
    ) throws {
        try transaction.execute(
            "INSERT INTO flows_set_aside(name, date, reason, data) VALUES (?, ?, ?, ?)",
            .text(name), .integer(now), .text(reason.word), .optional(data))
        let oldest = transaction.lastInsertedID - Int64(limit)
        try transaction.execute("DELETE FROM flows_set_aside WHERE number <= ?", .integer(oldest))
    }

    /// Returns the total number, including data that is no longer kept.
    static func count(in transaction: borrowing Transaction) throws -> Int {
        try transaction.first("SELECT seq FROM sqlite_sequence WHERE name = 'flows_set_aside'") { $0.int(0) } ?? 0
    }
}

extension WideEventFailure {
    /// The word that is stored and reported.
    package var word: String {
        switch self {
        case .unreadable: "unreadable"
        case .unencodable: "unencodable"
        case .expired: "expired"
        case .undeclared: "undeclared"
        case .storage: "storage"
        }
    }
}

extension DatabaseSchema {
    /// The tables of pending flows.
    public static let wideEvents = DatabaseSchema(
        name: "wide-events",
        migrations: [
            """
            CREATE TABLE flows(
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, owner TEXT NOT NULL, session TEXT NOT NULL,
                started INTEGER NOT NULL,
                share INTEGER NOT NULL, -- The bits of a Double.
                data BLOB NOT NULL
            );
            CREATE INDEX pending ON flows(owner, name);
            CREATE TABLE flows_set_aside(
                number INTEGER PRIMARY KEY AUTOINCREMENT, -- The highest ever given is how many there were.
                name TEXT NOT NULL, date INTEGER NOT NULL, reason TEXT NOT NULL, data BLOB
            );
            """
        ],
        purge: "DELETE FROM flows; DELETE FROM flows_set_aside;"
    )
}

/// Turns flows into what is stored, and back.
enum FlowCoding {
    /// `nil` when the data cannot be written as JSON.
    static func encode(_ flow: some WideEventData) -> Data? { try? JSONEncoder().encode(flow) }

    /// `nil` when the data cannot be read, not even with defaults for what is missing.
    static func decode<Flow: WideEventData>(_ stored: StoredFlow) -> Flow? {
        let decoder = JSONDecoder()
        let flow =
            (try? decoder.decode(Flow.self, from: stored.data))
            ?? withDefaults(of: Flow.self, stored.data).flatMap { try? decoder.decode(Flow.self, from: $0) }
        guard var flow else { return nil }
        flow.globalData = WideEventGlobalData(id: stored.id, sampleRate: stored.share)
        return flow
    }

    /// The JSON of a new flow, with what is stored laid over it.
    private static func withDefaults<Flow: WideEventData>(of kind: Flow.Type, _ data: Data) -> Data? {
        guard let defaults = encode(Flow()).flatMap({ try? JSONSerialization.jsonObject(with: $0) }),
            let stored = try? JSONSerialization.jsonObject(with: data)
        else { return nil }
        return try? JSONSerialization.data(withJSONObject: overlay(stored, on: defaults))
    }

    private static func overlay(_ upper: Any, on lower: Any) -> Any {
        guard let upper = upper as? [String: Any], let lower = lower as? [String: Any] else { return upper }
        return lower.merging(upper) { overlay($1, on: $0) }
    }
}
