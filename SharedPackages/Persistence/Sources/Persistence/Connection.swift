import CSQLite
import Foundation

/// An open SQLite handle with its prepared statements; confined to one queue.
final class Connection {
    /// What one unit of work gathers in memory and writes when it ends.
    struct Scratch {
        let object: AnyObject
        let finish: (borrowing Transaction) throws -> Void
    }

    private let handle: OpaquePointer
    /// The tables that it was opened with.
    let schemas: [Schema]
    private var statements: [UnsafeRawPointer: OpaquePointer] = [:]  // Literals keep their address for good.
    var scratches: [ObjectIdentifier: Scratch] = [:]

    init(path: String, busyTimeout: Duration, schemas: [Schema] = []) throws(DatabaseError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw .cannotOpen(path: path, reason: reason)
        }
        handle = opened
        self.schemas = schemas
        sqlite3_busy_timeout(handle, Int32(busyTimeout.seconds * 1000))
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    var changes: Int { Int(sqlite3_changes(handle)) }
    var totalChanges: Int { Int(sqlite3_total_changes(handle)) }
    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func run(_ sql: StaticString, _ values: [SQLValue] = []) throws(DatabaseError) {
        try query(sql, values) { _ in true }
    }

    /// Steps through the rows of a statement until `visit` returns false.
    func query(_ sql: StaticString, _ values: [SQLValue], visit: (borrowing Row) -> Bool) throws(DatabaseError) {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1), of: statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_DONE: return
            case SQLITE_ROW: if !visit(Row(statement: statement)) { return }
            case let code: throw error(code)
            }
        }
    }

    func script(_ sql: StaticString) throws(DatabaseError) {
        let code = sqlite3_exec(
            handle,
            UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self),
            nil,
            nil,
            nil
        )
        if code != SQLITE_OK { throw error(code) }
    }

    private func prepared(_ sql: StaticString) throws(DatabaseError) -> OpaquePointer {
        let key = UnsafeRawPointer(sql.utf8Start)
        if let statement = statements[key] { return statement }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle,
            key.assumingMemoryBound(to: CChar.self),
            Int32(sql.utf8CodeUnitCount),
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &made,
            nil
        )
        guard code == SQLITE_OK, let made else { throw error(code) }
        statements[key] = made
        return made
    }

    private func bind(_ value: SQLValue, to index: Int32, of statement: OpaquePointer) throws(DatabaseError) {
        let code =
            switch value {
            case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
            case .null: sqlite3_bind_null(statement, index)
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        csqlite_bind_text(statement, index, $0.baseAddress, Int32($0.count))
                    }
                }
            case .blob(let data):
                data.withUnsafeBytes { bytes in
                    // A null pointer would bind NULL instead of no bytes.
                    bytes.isEmpty
                        ? sqlite3_bind_zeroblob(statement, index, 0)
                        : csqlite_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count))
                }
            }
        if code != SQLITE_OK { throw error(code) }
    }

    private func error(_ code: Int32) -> DatabaseError {
        switch code & 0xFF {  // The low byte is the primary code of an extended one.
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        default: .failed(code: Int(code), message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
