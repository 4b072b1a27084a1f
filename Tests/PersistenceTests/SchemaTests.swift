import Foundation
import Persistence
import TestSupport
import Testing

@Suite struct SchemaTests {
    private let folder = TemporaryFolder()

    private static let steps: [StaticString] = [
        "CREATE TABLE t(a); INSERT INTO t VALUES ('one')",
        "ALTER TABLE t ADD COLUMN b; UPDATE t SET b = 'two'",
        "INSERT INTO t VALUES ('three', 'three')",
    ]

    private func database(versions count: Int, others: [DatabaseSchema] = []) -> Database {
        let schema = DatabaseSchema(name: "t", migrations: Array(Self.steps.prefix(count)))
        return Database(.folder(folder.url), schemas: [schema] + others)
    }

    private func texts(_ database: Database) async throws -> [String] {
        try await database.read { try $0.rows("SELECT a, b FROM t ORDER BY rowid") { $0.text(0) + " " + $0.text(1) } }
    }

    @Test("Each version's script runs once, in order, wherever the file stands", arguments: 0..<3)
    func stepByStep(from first: Int) async throws {
        for version in first..<3 { try await database(versions: version).perform { _ in } }
        for _ in 0..<2 { #expect(try await texts(database(versions: 3)) == ["one two", "three three"]) }
    }

    @Test("A newer file is refused with a clear error, and left as it is")
    func newer() async throws {
        #expect(try await texts(database(versions: 3)).count == 2)
        let old = database(versions: 1)
        let error = DatabaseError.newerSchema(name: "t", found: 3, supported: 1)
        await #expect(throws: error) { try await old.perform { try $0.execute("DELETE FROM t") } }
        await #expect(throws: error) { try await old.read { _ in } }
        #expect(old.failure == error)
        #expect(try await texts(database(versions: 3)).count == 2)
    }

    @Test("Modules share a file, each with its own version")
    func modules() async throws {
        try await database(versions: 1, others: [.notes]).perform { _ in }
        let both = database(versions: 2, others: [.notes])
        try await both.add("a")
        let versions = try await both.read { transaction in
            try transaction.rows("SELECT name, version FROM schemas ORDER BY name") { "\($0.text(0)) \($0.int(1))" }
        }
        #expect(versions == ["notes 1", "t 2"])
    }

    @Test("A migration that fails leaves the version before")
    func failing() async throws {
        try await database(versions: 1).perform { _ in }
        let schema = DatabaseSchema(
            name: "t", migrations: [Self.steps[0], "CREATE TABLE u(x); INSERT INTO nowhere VALUES (1)"])
        let broken = Database(.folder(folder.url), schemas: [schema])
        let error = DatabaseError.failed(code: 1, message: "no such table: nowhere")
        await #expect(throws: error) { try await broken.perform { _ in } }
        #expect(broken.failure == error)
        #expect(try await texts(database(versions: 3)) == ["one two", "three three"])
    }

    @Test("Purging runs the purge script of every module")
    func purge() async throws {
        let more = DatabaseSchema(
            name: "more", migrations: ["CREATE TABLE more(x)"], purge: "DELETE FROM more WHERE x > 1")
        let database = database(versions: 1, others: [.notes, more])
        try await database.add("a")
        try await database.perform { transaction in
            try transaction.execute("INSERT INTO more VALUES (1), (2)")
            try transaction.purge()
        }
        #expect(try await database.notes() == [])
        #expect(try await database.read { try $0.rows("SELECT x FROM more") { $0.int(0) } } == [1])
        #expect(try await database.read { try $0.rows("SELECT a FROM t") { $0.text(0) } } == ["one"])
    }

    @Test(
        "A schema that is registered after the file was opened is migrated before the next work, and purged with the rest"
    )
    func registered() async throws {
        let database = database(versions: 1)
        try await database.perform { _ in }
        let late = DatabaseSchema(name: "late", migrations: ["CREATE TABLE late(x)"], purge: "DELETE FROM late")
        for _ in 0..<2 { database.register(late) }
        try await database.perform { _ = try $0.execute("INSERT INTO late VALUES (1)") }
        var purges: [Bool] = []
        for _ in 0..<2 { purges.append(try await database.perform { try $0.purge() }) }
        #expect(purges == [true, false])
        #expect(try await database.read { try $0.first("SELECT count(*) FROM late") { $0.int(0) } } == 0)
    }
}
