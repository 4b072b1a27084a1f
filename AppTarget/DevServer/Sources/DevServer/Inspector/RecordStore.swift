import Dispatch
import Foundation
import Persistence
import Primitives

/// The records of the inspector: the newest in memory, and the same in a file.
final class RecordStore: Sendable {
    /// The limits in memory and in the file. Beyond them the oldest records are removed.
    struct Limits: Sendable {
        var records = 20_000
        var bytes = 32 << 20
    }

    private struct State {
        /// In the order of their ids.
        var records: [InspectorRecord] = []
        var bytes = 0
        var nextID: Int64 = 1
        /// How often everything was removed.
        var generation = 0
    }

    /// A text that differs for every sequence of ids, so that a client does not continue with ids of another store.
    let epoch: String
    private let limits: Limits
    private let database: Database?
    private let state: Locked<State>

    /// Creates a store and reads the records of its file.
    ///
    /// - Parameter folder: The folder of the file. `nil` stores records in memory only.
    init(folder: URL?, limits: Limits = Limits()) throws(LocalServerError) {
        self.limits = limits
        guard let folder else {
            (database, epoch, state) = (nil, UUID().uuidString, Locked(State()))
            return
        }
        let database = Database(.folder(folder, name: "inspector"), schemas: [Self.schema])
        let loaded: (state: State, epoch: String)
        do { loaded = try Self.load(from: database) } catch {
            throw .cannotOpenHistory(path: folder.path, reason: "\(error)")
        }
        (self.database, epoch, state) = (database, loaded.epoch, Locked(loaded.state))
    }

    // MARK: Reading

    var generation: Int { state.withLock { $0.generation } }

    /// The id of the newest record, also if it was removed.
    var lastID: Int64 { state.withLock { $0.nextID - 1 } }

    /// Returns up to `limit` records after an id that satisfy a condition, oldest first.
    func records(
        after id: Int64 = 0, limit: Int = .max, where isIncluded: (InspectorRecord) -> Bool = { _ in true }
    ) -> [InspectorRecord] {
        let records = state.withLock { $0.records }
        let start = records.partitioningIndex { $0.id > id }
        return Array(records[start...].lazy.filter(isIncluded).prefix(limit))
    }

    func record(_ id: Int64) -> InspectorRecord? {
        let records = state.withLock { $0.records }
        let index = records.partitioningIndex { $0.id >= id }
        return index < records.count && records[index].id == id ? records[index] : nil
    }

    /// Returns the newest record before an id that satisfies a condition.
    func last(before id: Int64, where isIncluded: (InspectorRecord) -> Bool) -> InspectorRecord? {
        let records = state.withLock { $0.records }
        return records[..<records.partitioningIndex { $0.id >= id }].last(where: isIncluded)
    }

    // MARK: Writing

    @discardableResult
    func add(_ content: RecordContent) -> InspectorRecord {
        let json = content.json
        return state.withLock { state in
            let record = InspectorRecord(
                id: state.nextID, kind: content.kind, name: content.name, definition: content.definition,
                verdict: content.verdict, time: content.time, json: json)
            state.nextID += 1
            state.records.append(record)
            state.bytes += record.cost
            makeRoom(in: &state)
            save(record, oldest: state.records.first?.id ?? record.id)
            return record
        }
    }

    func removeAll() {
        state.withLock { state in
            state.records = []
            state.bytes = 0
            state.generation += 1
            database?.enqueue { try $0.execute("DELETE FROM records") }
        }
    }

    /// Waits until the file contains all records.
    func settle() async { try? await database?.perform { _ in } }

    /// Removes an eighth of the records at once, so that removal is cheap on average.
    private func makeRoom(in state: inout State) {
        guard state.records.count > limits.records || state.bytes > limits.bytes else { return }
        var count = 0
        while count < state.records.count,
            state.records.count - count > limits.records / 8 * 7 || state.bytes > limits.bytes / 8 * 7
        {
            state.bytes -= state.records[count].cost
            count += 1
        }
        state.records.removeFirst(count)
    }

    /// Called under the lock, so that the file receives the changes in their order.
    private func save(_ record: InspectorRecord, oldest: Int64) {
        database?.enqueue { transaction in
            try transaction.execute(
                "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", .integer(record.id), .text(record.kind.rawValue),
                .text(record.name), .text(record.definition ?? ""), .text(record.verdict ?? ""),
                .integer(Int64(record.time.timeIntervalSince1970 * 1000)), .text(record.json))
            try transaction.execute("DELETE FROM records WHERE id < ?", .integer(oldest))
        }
    }

    // MARK: The file

    private static let schema = DatabaseSchema(
        name: "inspector",
        migrations: [
            """
            CREATE TABLE records (
                id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL,
                verdict TEXT NOT NULL, time INTEGER NOT NULL, json TEXT NOT NULL);
            CREATE TABLE epoch (text TEXT NOT NULL);
            """
        ])

    /// Reads the file and waits for the result.
    private static func load(from database: Database) throws -> (State, String) {
        let result = Locked<Result<(State, String), any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        database.enqueue(
            { transaction in
                let loaded = try (state(in: transaction), epoch(in: transaction))
                result.withLock { $0 = .success(loaded) }
            },
            then: { outcome in
                if case .failure(let error) = outcome { result.withLock { $0 = .failure(error) } }
                done.signal()
            })
        done.wait()
        return try result.withLock { try $0?.get() } ?? (State(), UUID().uuidString)
    }

    private static func state(in transaction: borrowing Transaction) throws -> State {
        var state = State()
        state.records = try transaction.rows(
            "SELECT id, kind, name, definition, verdict, time, json FROM records ORDER BY id"
        ) { row in
            let (definition, verdict) = (row.text(3), row.text(4))
            return InspectorRecord(
                id: row.integer(0), kind: .init(rawValue: row.text(1)) ?? .telemetry, name: row.text(2),
                definition: definition.isEmpty ? nil : definition, verdict: verdict.isEmpty ? nil : verdict,
                time: Date(timeIntervalSince1970: Double(row.integer(5)) / 1000), json: row.text(6))
        }
        state.bytes = state.records.reduce(0) { $0 + $1.cost }
        let last = try transaction.first("SELECT seq FROM sqlite_sequence WHERE name = 'records'") { $0.integer(0) }
        state.nextID = (last ?? 0) + 1
        return state
    }

    private static func epoch(in transaction: borrowing Transaction) throws -> String {
        if let epoch = try transaction.first("SELECT text FROM epoch", map: { $0.text(0) }) { return epoch }
        let epoch = UUID().uuidString
        try transaction.execute("INSERT INTO epoch VALUES (?)", .text(epoch))
        return epoch
    }
}

extension RandomAccessCollection {
    /// The index of the first element that satisfies a condition, in a collection that is sorted by it.
    fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if isAfter(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}
