/// The tables of one module and their migrations.
///
/// Several modules can share one file. Each keeps its own version in the table `schemas`.
public struct DatabaseSchema: Sendable {
    /// The module's name, as stored.
    public let name: String
    /// One script for each version, oldest first. Never edit a script that shipped. Append another one.
    public let migrations: [StaticString]
    /// Erases the module's data when consent is denied. `nil` for a module that stores nothing about the user.
    public let purge: StaticString?

    /// Describes the tables of a module.
    public init(name: String, migrations: [StaticString], purge: StaticString? = nil) {
        self.name = name
        self.migrations = migrations
        self.purge = purge
    }

    /// Migrates the file to the newest version.
    ///
    /// - Throws: ``DatabaseError/newerSchema(name:found:supported:)`` when the file is ahead of this code.
    func migrate(_ transaction: borrowing Transaction) throws(DatabaseError) {
        let found =
            try transaction.first("SELECT version FROM schemas WHERE name = ?", .text(name)) { $0.int(0) } ?? 0
        guard found <= migrations.count else {
            throw .newerSchema(name: name, found: found, supported: migrations.count)
        }
        guard found < migrations.count else { return }
        for script in migrations[found...] { try transaction.script(script) }
        try transaction.execute(
            "INSERT OR REPLACE INTO schemas(name, version) VALUES (?, ?)",
            .text(name),
            .int(migrations.count)
        )
    }
}
