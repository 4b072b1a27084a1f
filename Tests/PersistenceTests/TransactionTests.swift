import Foundation
import Persistence
import TestSupport
import Testing

@Suite struct TransactionTests {
    private let database = Database(
        .memory,
        schemas: [DatabaseSchema(name: "values", migrations: ["CREATE TABLE v(id INTEGER PRIMARY KEY, x)"])]
    )

    @Test(
        "Text comes back byte for byte, and is never part of a statement",
        arguments: [
            "", "a", "'); DROP TABLE v; --", "nul\0inside", "é e\u{301}", "👩‍👩‍👧‍👦", "+&%=#\n",
            String(repeating: "x", count: 70_000),
        ]
    )
    func text(_ text: String) async throws {
        let found = try await database.perform { transaction in
            try transaction.execute("INSERT INTO v(x) VALUES (?)", .text(text))
            return try transaction.first("SELECT x, typeof(x) FROM v") { [$0.text(0), $0.text(1)] }
        }
        #expect(found.map { $0.map { Array($0.utf8) } } == [Array(text.utf8), Array("text".utf8)])
    }

    @Test("Bytes come back as they were; none is not null", arguments: [Data(), Data([0]), Data([0, 255, 0, 1])])
    func blob(_ data: Data) async throws {
        let found = try await database.perform { transaction in
            try transaction.execute("INSERT INTO v(x) VALUES (?)", .blob(data))
            try transaction.execute("INSERT INTO v(x) VALUES (?)", .optional(nil))
            return try transaction.rows("SELECT x FROM v ORDER BY id") { $0.data(0) }
        }
        #expect(found == [data, nil])
    }

    @Test("Integers come back whole", arguments: [Int64.min, -1, 0, 1, .max])
    func integer(_ value: Int64) async throws {
        let found = try await database.perform { transaction in
            try transaction.execute("INSERT INTO v(x) VALUES (?)", .integer(value))
            return try transaction.first("SELECT x FROM v") { $0.optionalInteger(0) }
        }
        #expect(found == .some(.some(value)))
    }

    @Test("Null reads as zero, empty text, no data and no integer")
    func null() async throws {
        let isNull = try await database.perform { transaction in
            try transaction.execute("INSERT INTO v(x) VALUES (?)", .null)
            return try transaction.first("SELECT x FROM v") {
                $0.integer(0) == 0 && $0.text(0).isEmpty && $0.data(0) == nil && $0.optionalInteger(0) == nil
            }
        }
        #expect(isNull == true)
    }

    @Test("A missing value is an error, not the value of the call before")
    func missingValue() async throws {
        let error = DatabaseError.failed(code: 25, message: "1 values were given for 2 placeholders")
        await #expect(throws: error) {
            try await database.perform { transaction in
                for values in [2, 1] {
                    if values == 2 {
                        try transaction.execute("INSERT INTO v(id, x) VALUES (?, ?)", 1, "secret")
                    } else {
                        try transaction.execute("INSERT INTO v(id, x) VALUES (?, ?)", 2)
                    }
                }
            }
        }
    }

    @Test("A statement that cannot change rows reports none, whatever came before")
    func changes() async throws {
        let counts = try await database.perform { transaction in
            [
                try transaction.execute("INSERT INTO v(x) VALUES (1), (2), (3)"),
                try transaction.execute("CREATE TABLE other(x)"),
                try transaction.execute("UPDATE v SET x = 0 WHERE id > 1"),
                try transaction.execute("SELECT 1"),
                try transaction.execute("DELETE FROM v"),
            ]
        }
        #expect(counts == [3, 0, 2, 0, 3])
    }

    @Test("The id of the last row, and the first of several rows")
    func firstAndLast() async throws {
        let ids = try await database.perform { transaction in
            try transaction.execute("INSERT INTO v(id, x) VALUES (7, 'a'), (9, 'b')")
            let last = transaction.lastInsertedID
            return [last, try transaction.first("SELECT id FROM v ORDER BY id") { $0.integer(0) }]
        }
        #expect(ids == [9, 7])
        #expect(try await database.perform { try $0.first("SELECT id FROM v WHERE id = 1") { $0.int(0) } } == nil)
    }

    @Test("A wrong statement names its fault, and the next one works")
    func wrong() async throws {
        await #expect(throws: DatabaseError.failed(code: 1, message: "no such table: nowhere")) {
            try await database.perform { try $0.execute("DELETE FROM nowhere") }
        }
        await #expect(throws: DatabaseError.failed(code: 21, message: "the statement is empty")) {
            try await database.perform { try $0.execute("") }
        }
        try await database.perform { try $0.execute("DELETE FROM v") }
    }

    @Test("A literal used again, with other values and after an early end, starts from its first row")
    func reuse() async throws {
        let found = try await database.perform { transaction in
            try transaction.execute("INSERT INTO v(x) VALUES (1), (2), (3)")
            return try (1...3).map { number in
                try transaction.first("SELECT x FROM v WHERE x >= ? ORDER BY x", .int(number)) { $0.int(0) }
            }
        }
        #expect(found == [1, 2, 3])
    }

    private final class Notes { var lines: [String] = [] }
    private struct Refusal: Error {}

    private static func note(_ line: String, in transaction: borrowing Transaction) throws -> Int {
        let notes = try transaction.scratch(
            of: Notes.self,
            make: { _ in Notes() },
            finish: { notes, transaction in
                if notes.lines.contains("refuse") { throw Refusal() }
                for line in notes.lines { try transaction.execute("INSERT INTO v(x) VALUES (?)", .text(line)) }
            }
        )
        notes.lines.append(line)
        return notes.lines.count
    }

    @Test("A scratch object lives for one unit of work, and is written at its end")
    func scratch() async throws {
        let first = try await database.perform { [try Self.note("a", in: $0), try Self.note("b", in: $0)] }
        let second = try await database.perform { try Self.note("c", in: $0) }
        #expect(first == [1, 2])
        #expect(second == 1)
        #expect(
            try await database.read { try $0.rows("SELECT x FROM v ORDER BY id") { $0.text(0) } } == ["a", "b", "c"])
    }

    @Test("A job that throws forgets its scratch object; one whose object cannot be written is undone")
    func scratchUndone() async throws {
        await #expect(throws: Refusal.self) {
            try await database.perform { transaction in
                _ = try Self.note("lost", in: transaction)
                throw Refusal()
            }
        }
        await #expect(throws: Refusal.self) {
            try await database.perform { transaction in
                try transaction.execute("INSERT INTO v(x) VALUES ('lost too')")
                _ = try Self.note("refuse", in: transaction)
            }
        }
        #expect(try await database.perform { try Self.note("kept", in: $0) } == 1)
        #expect(try await database.read { try $0.rows("SELECT x FROM v") { $0.text(0) } } == ["kept"])
    }

    @Test("A reader's scratch object does not outlive the snapshot")
    func scratchOfReader() async throws {
        let folder = TemporaryFolder()
        let database = Database(notesIn: folder)
        for _ in 0..<2 { #expect(try await database.read { try Self.note("read", in: $0) } == 1) }
        #expect(try await database.notes() == [])
    }

    @Test("A part that throws is undone alone, with its scratch object; the work before and after it stands")
    func isolated() async throws {
        let counts = try await database.perform { transaction in
            let before = try Self.note("before", in: transaction)
            var lost = 0
            do {
                try transaction.isolated { part in
                    try part.execute("INSERT INTO v(x) VALUES ('lost')")
                    lost = try Self.note("lost", in: part)
                    throw Refusal()
                }
            } catch is Refusal {}
            let part = try transaction.isolated { try Self.note("part", in: $0) }
            return [before, lost, part, try Self.note("after", in: transaction)]
        }
        #expect(counts == [1, 1, 1, 1])
        let kept = try await database.perform { try $0.rows("SELECT x FROM v ORDER BY id") { $0.text(0) } }
        #expect(kept == ["before", "part", "after"])
    }
}
