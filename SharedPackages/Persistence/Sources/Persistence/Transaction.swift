/// One unit of work on the database: all of it is committed, or none.
///
/// A transaction exists only inside the closure that receives it, on the writer's (or reader's) queue. Statements are
/// literals with `?` for values: they are prepared once a connection and never built from values.
public struct Transaction: ~Copyable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Runs a statement and returns how many rows it changed; 0 for one that cannot change rows.
    @discardableResult
    public func execute(_ sql: StaticString, _ values: SQLValue...) throws(DatabaseError) -> Int {
        try connection.change(sql, values)
    }

    /// Runs a query and returns what `map` makes of each row, in order.
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

    /// Runs a query and returns what `map` makes of its first row, or `nil` when there is none.
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

    /// The id of the row that was inserted last.
    public var lastInsertedID: Int64 { connection.lastInsertedID }

    /// Erases what every module of this file must forget when consent is denied.
    package func purge() throws(DatabaseError) {
        for schema in connection.schemas {
            if let purge = schema.purge { try script(purge) }
        }
    }

    /// Runs several statements that take no values.
    func script(_ sql: StaticString) throws(DatabaseError) { try connection.script(sql) }

    /// Returns the scratch object of a type in this unit of work; the first call makes it.
    ///
    /// - Parameters:
    ///   - make: Reads what the object starts from.
    ///   - finish: Called once, at the end of the unit of work, to write what the object gathered. When the work
    ///     throws, the object is forgotten together with what the work wrote.
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
