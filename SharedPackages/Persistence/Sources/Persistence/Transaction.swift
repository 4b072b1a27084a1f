/// One unit of work on the database. All of it is committed, or nothing.
///
/// A transaction exists only inside the closure that receives it, on the queue of the writer or the reader. Statements are
/// literals with `?` for values. Each connection prepares a statement once.
public struct Transaction: ~Copyable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    public func execute(_ sql: StaticString, _ values: SQLValue...) throws(DatabaseError) -> Int {
        try connection.change(sql, values)
    }

    /// Runs a query and returns the result of `map` for each row, in order.
    public func rows<T>(
        _ sql: StaticString,
        _ values: SQLValue...,
        map: (borrowing Row) -> T
    ) throws(DatabaseError) -> [T] {
        var result: [T] = []
        try connection.query(sql, values) { row in
            result.append(map(row))
            return true
        }
        return result
    }

    /// Runs a query and returns the result of `map` for the first row, or `nil` without rows.
    public func first<T>(
        _ sql: StaticString,
        _ values: SQLValue...,
        map: (borrowing Row) -> T
    ) throws(DatabaseError) -> T? {
        var result: T?
        try connection.query(sql, values) { row in
            result = map(row)
            return false
        }
        return result
    }

    /// The id of the last inserted row.
    public var lastInsertedID: Int64 { connection.lastInsertedID }

    /// Erases the data of every registered module, and returns whether there were any.
    @discardableResult
    package func purge() throws(DatabaseError) -> Bool {
        let before = connection.totalChanges
        for schema in connection.schemas {
            if let purge = schema.purge { try script(purge) }
        }
        return connection.totalChanges > before
    }

    /// Runs a part of the work that is undone alone when it throws.
    package func isolated<T>(_ body: (borrowing Transaction) throws -> T) throws -> T {
        try finishScratches()  // Their contents belong to the work before.
        try connection.run("SAVEPOINT part")
        do {
            let value = try body(self)
            try finishScratches()
            // Even if `body` caught it.
            if let breakage = connection.breakage { throw breakage }
            try connection.run("RELEASE part")
            return value
        } catch {
            connection.scratches.removeAll(keepingCapacity: true)
            if connection.breakage == nil {
                try connection.run("ROLLBACK TO part")
                try connection.run("RELEASE part")
            }
            throw error
        }
    }

    private func finishScratches() throws {
        for scratch in connection.scratches { try scratch.finish(self) }
        connection.scratches.removeAll(keepingCapacity: true)
    }

    /// Runs several statements that take no values.
    func script(_ sql: StaticString) throws(DatabaseError) { try connection.script(sql) }

    /// Returns the object that collects changes of a kind in memory. The first call creates it.
    ///
    /// - Parameters:
    ///   - make: Reads the initial state of the object.
    ///   - finish: Called once at the end of the unit of work, or of its isolated part, to write the collected changes.
    ///     If the work throws, the object is discarded together with the changes.
    package func scratch<Scratch: AnyObject>(
        of type: Scratch.Type,
        make: (borrowing Transaction) throws -> Scratch,
        finish: @escaping (Scratch, borrowing Transaction) throws -> Void
    ) throws -> Scratch {
        let owner = ObjectIdentifier(type)
        for scratch in connection.scratches where scratch.owner == owner {
            return unsafeDowncast(scratch.object, to: type)  // Made below, for this very type.
        }
        let made = try make(self)
        connection.scratches.append(
            Connection.Scratch(owner: owner, object: made) { transaction in try finish(made, transaction) })
        return made
    }
}

@available(*, unavailable, message: "A transaction belongs to the queue that runs it.")
extension Transaction: Sendable {}
