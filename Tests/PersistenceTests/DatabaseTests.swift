import Foundation
import Persistence
import Primitives
import TestSupport
import Testing

@Suite struct DatabaseTests {
    private let folder = TemporaryFolder()

    private struct Refusal: Error, Equatable { let id: Int }

    @Test("Work that arrives during a commit joins the next one")
    func groups() async throws {
        let gate = Gate()
        let log = Recorder<String>()
        let commits = Locked(0)
        var configuration = Database.Configuration()
        configuration.fault = { step throws(DatabaseError) in
            guard step == .commit else { return }
            log.record("commit")
            if commits.withLock({ count in
                count += 1
                return count
            }) == 1 {
                gate.hold()
            }
        }
        let database = Database(notesIn: folder, configuration: configuration)
        database.enqueue({ _ in log.record("first") })
        await gate.waitUntilHeld()
        for number in 1...3 { database.enqueue({ _ in log.record("late \(number)") }) }
        gate.open()
        try await database.perform { _ in log.record("last") }
        #expect(log.values.prefix(5) == ["first", "commit", "late 1", "late 2", "late 3"])
        #expect(log.values.filter { $0 == "commit" }.count <= 3)
        #expect(log.values.last == "commit")
    }

    @Test("Work runs in the order of the calls")
    func order() async throws {
        let log = Recorder<Int>()
        let database = Database(notesIn: folder)
        for number in 0..<5000 { database.enqueue({ _ in log.record(number) }) }
        try await database.perform { _ in }
        #expect(log.values == Array(0..<5000))
    }

    @Test("A group ends when it has changed 2,048 rows; the rest follows in order")
    func groupLimit() async throws {
        let commits = Locked(0)
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration { step throws(DatabaseError) in
                if step == .commit { commits.withLock { $0 += 1 } }
            }
        )
        let gate = Gate()
        database.enqueue({ _ in gate.hold() })
        await gate.waitUntilHeld()
        for number in 0..<5000 {
            database.enqueue { try $0.execute("INSERT INTO notes(text) VALUES (?)", .text("\(number)")) }
        }
        gate.open()
        try await database.perform { _ in }
        #expect(try await database.notes() == (0..<5000).map(String.init))
        #expect(commits.withLock { $0 } == 4)
    }

    @Test("A job that throws is undone alone, and hears what it threw")
    func aloneUndone() async throws {
        let gate = Gate()
        let results = Recorder<Refusal?>()
        let database = Database(notesIn: folder)
        database.enqueue({ _ in gate.hold() })
        await gate.waitUntilHeld()
        for number in 0..<6 {
            database.enqueue(
                { transaction in
                    try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text("\(number)"))
                    if number % 2 == 1 { throw Refusal(id: number) }
                },
                then: { result in
                    switch result {
                    case .success: results.record(nil)
                    case .failure(let error): results.record(error as? Refusal)
                    }
                }
            )
        }
        gate.open()
        try await database.perform { _ in }
        #expect(try await database.notes() == ["0", "2", "4"])
        #expect(results.values == [nil, Refusal(id: 1), nil, Refusal(id: 3), nil, Refusal(id: 5)])
        #expect(database.failure == nil)
    }

    @Test("A refused statement is the job's own fault: the others in its group stand")
    func constraint() async throws {
        let database = Database(notesIn: folder)
        try await database.add("a")
        await #expect(throws: DatabaseError.failed(code: 2067, message: "UNIQUE constraint failed: notes.text")) {
            try await database.add("b", "a")
        }
        try await database.add("c")
        #expect(try await database.notes() == ["a", "c"])
    }

    @Test("A reader is not blocked by a writer in the middle of its work, and sees a snapshot")
    func readers() async throws {
        let gate = Gate()
        let database = Database(notesIn: folder)
        try await database.add("before")
        database.enqueue(
            { transaction in
                try transaction.execute("INSERT INTO notes(text) VALUES ('during')")
                gate.hold()
            }
        )
        await gate.waitUntilHeld()
        #expect(try await database.notes() == ["before"])
        gate.open()
        try await database.perform { _ in }
        #expect(try await database.notes() == ["before", "during"])
    }

    @Test("A reader's snapshot does not hold up the writer")
    func writerNotBlocked() async throws {
        let gate = Gate()
        let database = Database(notesIn: folder)
        try await database.add("a")
        async let seen = database.read { transaction in
            let before = try transaction.first("SELECT count(*) FROM notes") { $0.int(0) }
            gate.hold()
            return [before, try transaction.first("SELECT count(*) FROM notes") { $0.int(0) }]
        }
        await gate.waitUntilHeld()
        try await database.add("b")
        gate.open()
        #expect(try await seen == [1, 1])
    }

    @Test("Reading cannot write")
    func readingOnly() async throws {
        let database = Database(notesIn: folder)
        await #expect(throws: DatabaseError.readOnly) {
            try await database.read { try $0.execute("INSERT INTO notes(text) VALUES ('x')") }
        }
        #expect(try await database.notes() == [])
    }

    @Test("A completion may enqueue more work, and more from there")
    func reentrance() async throws {
        let database = Database(notesIn: folder)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            @Sendable func next(_ number: Int) {
                guard number < 50 else { return continuation.resume() }
                database.enqueue(
                    { try $0.execute("INSERT INTO notes(text) VALUES (?)", .text("\(number)")) },
                    then: { _ in next(number + 1) }
                )
            }
            next(0)
        }
        #expect(try await database.notes().count == 50)
    }

    @Test("Work may enqueue work: it comes after what waits already")
    func nesting() async throws {
        let log = Recorder<Int>()
        let database = Database(notesIn: folder)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            database.enqueue({ _ in
                log.record(1)
                database.enqueue({ _ in log.record(3) }, then: { _ in continuation.resume() })
            })
            database.enqueue({ _ in log.record(2) })
        }
        #expect(log.values == [1, 2, 3])
    }

    @Test("Creating a database touches no file; the first work opens it")
    func lazy() async throws {
        let database = Database(notesIn: folder)
        #expect(folder.names == [])
        #expect(database.failure == nil)
        #expect(try await database.notes() == [])
        #expect(folder.names == ["store.sqlite", "store.sqlite-shm", "store.sqlite-wal"])
    }

    @Test("What was queued is written although the database was let go")
    func letGo() async throws {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let database = Database(notesIn: folder)
            database.enqueue(
                { try $0.execute("INSERT INTO notes(text) VALUES ('kept')") },
                then: { _ in continuation.resume() }
            )
        }
        #expect(try await Database(notesIn: folder).notes() == ["kept"])
    }

    @Test("A database in memory does all the same, without a file")
    func memory() async throws {
        let database = Database(.memory, schemas: [.notes])
        try await database.add("a")
        await #expect(throws: Refusal(id: 1)) {
            try await database.perform { transaction in
                try transaction.execute("INSERT INTO notes(text) VALUES ('b')")
                throw Refusal(id: 1)
            }
        }
        #expect(try await database.notes() == ["a"])
        #expect(try await database.scrub())
    }

    @Test("Both durabilities write and read", arguments: [Database.Durability.process, .powerLoss])
    func durability(_ durability: Database.Durability) async throws {
        let database = Database(notesIn: folder, configuration: Database.Configuration(durability: durability))
        try await database.add("a")
        let level = try await database.perform { try $0.first("PRAGMA synchronous") { $0.int(0) } }
        #expect(level == (durability == .process ? 1 : 2))
        #expect(try await database.perform { try $0.first("PRAGMA journal_mode") { $0.text(0) } } == "wal")
    }
}
