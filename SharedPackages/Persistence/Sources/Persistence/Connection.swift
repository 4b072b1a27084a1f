import CSQLite
import Foundation
import Primitives

/// An open SQLite handle with its prepared statements, confined to one queue.
final class Connection {
    /// What one unit of work collects in memory and writes when it ends.
    struct Scratch {
        let owner: ObjectIdentifier
        let object: AnyObject
        let finish: (borrowing Transaction) throws -> Void
    }

    private let handle: OpaquePointer
    /// The tables that are migrated.
    private(set) var schemas: [DatabaseSchema] = []
    // A literal keeps its address for good and ends with NUL: literals that a linker merged are the same text.
    private var statements: [UnsafeRawPointer: OpaquePointer] = [:]
    /// The statement used last: a group repeats one for every row.
    private var latest: (key: UnsafeRawPointer, statement: OpaquePointer)?
    /// One a module that uses the connection.
    var scratches: [Scratch] = []
    /// What the storage threw in the transaction under way. SQLite may have rolled it back already, so that a further
    /// statement would commit on its own: until the transaction ends, every statement throws this again.
    private(set) var breakage: DatabaseError?

    init(
        path: String,
        mayCreate: Bool = true,
        busyTimeout: Duration
    ) throws(DatabaseError) {
        var opened: OpaquePointer?
        let creating = mayCreate ? SQLITE_OPEN_CREATE : 0
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | creating
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw .cannotOpen(path: path, reason: reason)
        }
        handle = opened
        sqlite3_busy_timeout(handle, Int32(min(max(0, busyTimeout.seconds * 1000), 1e9)))
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    // MARK: - Transactions

    /// Begins a transaction. A writing one waits for the lock now, so that no later statement has to.
    func begin(writing: Bool) throws(DatabaseError) {
        breakage = nil
        try run(writing ? "BEGIN IMMEDIATE" : "BEGIN")
    }

    /// Migrates the tables of modules that were registered since the last call, in one transaction.
    func migrate(_ registered: [DatabaseSchema]) throws(DatabaseError) {
        do throws(DatabaseError) {
            try begin(writing: true)
            let transaction = Transaction(self)
            try transaction.execute(
                "CREATE TABLE IF NOT EXISTS schemas(name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID"
            )
            for schema in registered[schemas.count...] { try schema.migrate(transaction) }
            try commit()
        } catch {
            rollBack()
            throw error
        }
        schemas = registered
    }

    func commit() throws(DatabaseError) { try run("COMMIT") }

    /// Undoes a transaction, wherever it failed.
    func rollBack() {
        breakage = nil
        scratches.removeAll(keepingCapacity: true)
        if isInTransaction { try? run("ROLLBACK") }
        breakage = nil
    }

    // MARK: - Statements

    func run(_ sql: StaticString, _ values: [SQLValue] = []) throws(DatabaseError) {
        try query(sql, values) { _ in true }
    }

    /// Runs a statement and returns the number of changed rows, without those that triggers changed.
    func change(_ sql: StaticString, _ values: [SQLValue]) throws(DatabaseError) -> Int {
        let before = sqlite3_total_changes64(handle)
        try run(sql, values)
        // SQLite keeps the count of the statement before when this one could not change rows.
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    /// Steps through the rows of a statement until `visit` returns false.
    func query(_ sql: StaticString, _ values: [SQLValue], visit: (borrowing Row) -> Bool) throws(DatabaseError) {
        if let breakage { throw breakage }
        let wasInTransaction = isInTransaction
        do throws(DatabaseError) {
            let statement = try prepared(sql)
            defer { sqlite3_reset(statement) }
            try bind(values, to: statement)
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_DONE: return
                case SQLITE_ROW: if !visit(Row(statement: statement)) { return }
                case let code: throw error(code)
                }
            }
        } catch {
            throw noting(error, wasInTransaction: wasInTransaction)
        }
    }

    func script(_ sql: StaticString) throws(DatabaseError) {
        if let breakage { throw breakage }
        let wasInTransaction = isInTransaction
        let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        if code != SQLITE_OK { throw noting(error(code), wasInTransaction: wasInTransaction) }
    }

    private func noting(_ error: DatabaseError, wasInTransaction: Bool) -> DatabaseError {
        if wasInTransaction, error.isOfStorage || !isInTransaction { breakage = error }
        return error
    }

    private func prepared(_ sql: StaticString) throws(DatabaseError) -> OpaquePointer {
        let key = UnsafeRawPointer(sql.utf8Start)
        if let latest, latest.key == key { return latest.statement }
        if let statement = statements[key] {
            latest = (key, statement)
            return statement
        }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle,
            key.assumingMemoryBound(to: CChar.self),
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &made,
            nil
        )
        guard code == SQLITE_OK else { throw error(code) }
        guard let made else { throw .failed(code: Int(SQLITE_MISUSE), message: "the statement is empty") }
        statements[key] = made
        return made
    }

    private func bind(_ values: [SQLValue], to statement: OpaquePointer) throws(DatabaseError) {
        let expected = Int(sqlite3_bind_parameter_count(statement))
        guard values.count == expected else {  // A missing value would silently be the one of the call before.
            let message = "\(values.count) values were given for \(expected) placeholders"
            throw .failed(code: Int(SQLITE_RANGE), message: message)
        }
        for index in values.indices {
            let code = Self.bind(values[index], to: Int32(index + 1), of: statement)
            if code != SQLITE_OK { throw error(code) }
        }
    }

    private static func bind(_ value: SQLValue, to index: Int32, of statement: OpaquePointer) -> Int32 {
        switch value {
        case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
        case .null: sqlite3_bind_null(statement, index)
        case .text(var text):
            text.withUTF8 { bytes in
                // A null pointer would bind NULL instead of no bytes.
                guard let start = bytes.baseAddress else { return csqlite_bind_text(statement, index, "", 0) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    csqlite_bind_text(statement, index, $0, UInt64(bytes.count))
                }
            }
        case .blob(let data):
            data.withUnsafeBytes { bytes in
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : csqlite_bind_blob(statement, index, bytes.baseAddress, UInt64(bytes.count))
            }
        }
    }

    private func error(_ code: Int32) -> DatabaseError {
        switch code & 0xFF {  // The low byte is the primary code of an extended one.
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_BUSY: .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        default: .failed(code: Int(code), message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}

extension DatabaseError {
    /// Whether it concerns the file as a whole, so that other work would fail as well.
    var isOfStorage: Bool {
        switch self {
        case .full, .readOnly, .busy, .corrupt, .cannotOpen: true
        case .newerSchema: false
        case .failed(let code, _):
            [SQLITE_IOERR, SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_PROTOCOL].contains(Int32(code & 0xFF))
        }
    }
}

extension Connection {
    /// Turns on the write-ahead log and sets the durability of commits.
    func prepareForWriting(survivingPowerLoss: Bool) throws(DatabaseError) {
        try retryingWhileBusy { () throws(DatabaseError) in try run("PRAGMA journal_mode = WAL") }
        try run(survivingPowerLoss ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        try run("PRAGMA journal_size_limit = 8388608")
        try run("PRAGMA temp_store = MEMORY")  // No copy of the data in a folder that is not ours.
    }

    /// Whether SQLite finds the file intact. It reads the whole file.
    var isIntact: Bool {
        var verdict = ""
        do throws(DatabaseError) {
            try query("PRAGMA quick_check(1)", []) { row in
                verdict = row.text(0)
                return false
            }
        } catch {
            return error != .corrupt
        }
        return verdict == "ok"
    }

    /// Tries again when several processes open a new file at once: SQLite does not wait while the log is turned on.
    private func retryingWhileBusy(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        for _ in 0..<50 {
            do throws(DatabaseError) {
                return try body()
            } catch .busy {
                try begin(writing: true)  // Waits for the other process, up to the busy timeout.
                rollBack()
            }
        }
        try body()
    }
}
