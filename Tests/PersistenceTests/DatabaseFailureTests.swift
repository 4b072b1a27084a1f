import Foundation
import Persistence
import Primitives
import TestSupport
import Testing

@Suite struct DatabaseFailureTests {
    private let folder = TemporaryFolder()

    /// The result of a job, as an error of the storage or none.
    private func failure(of result: Result<Void, any Error>) -> DatabaseError? {
        switch result {
        case .success: nil
        case .failure(let error): error as? DatabaseError
        }
    }

    private func fill(_ transaction: borrowing Transaction) throws {
        for number in 0..<2000 {
            let text = "\(number)" + String(repeating: "x", count: 200)
            try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text(text))
        }
    }

    @Test("A full disk fails the group, leaves what was committed, and ends when there is room")
    func full() async throws {
        let database = Database(notesIn: folder)
        try await database.add("kept")
        try await database.perform { _ = try $0.first("PRAGMA max_page_count = 20") { $0.int(0) } }
        let result = await database.result { try fill($0) }
        #expect(failure(of: result) == .full)
        #expect(database.failure == .full)
        #expect(try await database.notes() == ["kept"])
        try await database.perform { _ = try $0.first("PRAGMA max_page_count = 1000000") { $0.int(0) } }
        #expect(database.failure == nil)
        try await database.add("more")
        #expect(try await database.notes() == ["kept", "more"])
    }

    @Test("A job that catches the storage's error and goes on writes nothing and cannot hide it")
    func caught() async throws {
        let database = Database(notesIn: folder)
        try await database.add("kept")
        try await database.perform { _ = try $0.first("PRAGMA max_page_count = 20") { $0.int(0) } }
        let later = Recorder<DatabaseError?>()
        let result = await database.result { transaction in
            try? fill(transaction)
            do throws(DatabaseError) {
                try transaction.execute("INSERT INTO notes(text) VALUES ('on its own')")
                later.record(nil)
            } catch {
                later.record(error)
            }
        }
        #expect(failure(of: result) == .full)
        #expect(later.values == [.full])
        #expect(try await database.notes() == ["kept"])
    }

    @Test("All who are in a group that the storage fails hear of it, in order")
    func wholeGroup() async throws {
        let isFailing = Locked(true)
        let gate = Gate()
        let results = Recorder<String>()
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration { step throws(DatabaseError) in
                if step == .commit, isFailing.withLock({ $0 }) { throw .full }
            }
        )
        database.enqueue({ _ in gate.hold() })
        await gate.waitUntilHeld()
        for number in 0..<3 {
            database.enqueue(
                { try $0.execute("INSERT INTO notes(text) VALUES (?)", .text("\(number)")) },
                then: { result in results.record("\(number) \(result)") }
            )
        }
        gate.open()
        await #expect(throws: DatabaseError.full) { try await database.perform { _ in } }
        #expect(results.values == (0..<3).map { "\($0) failure(\(DatabaseError.full))" })
        isFailing.withLock { $0 = false }
        try await database.add("kept")
        #expect(database.failure == nil)
        #expect(try await database.notes() == ["kept"])
    }

    @Test("A fault at any step is a state that ends with the fault", arguments: Database.Step.allCases)
    func everyStep(_ step: Database.Step) async throws {
        let isFailing = Locked(true)
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration { current throws(DatabaseError) in
                if current == step, isFailing.withLock({ $0 }) { throw .readOnly }
            }
        )
        await #expect(throws: DatabaseError.readOnly) { try await database.add("lost") }
        #expect(database.failure == .readOnly)
        isFailing.withLock { $0 = false }
        try await database.add("kept")
        #expect(database.failure == nil)
        #expect(try await database.notes() == ["kept"])
    }

    @Test("A path through a file cannot be opened, and works once the file is out of the way")
    func pathThroughFile() async throws {
        try Data().write(to: folder.url)
        let database = Database(.folder(folder.url.appending(path: "sub")), schemas: [.notes])
        await #expect(throws: DatabaseError.self) { try await database.add("lost") }
        guard case .cannotOpen(let path, let reason) = database.failure else {
            Issue.record("\(String(describing: database.failure))")
            return
        }
        #expect(path.hasSuffix("/sub"))
        #expect(["Not a directory", "the folder cannot be created"].contains(reason))
        await #expect(throws: DatabaseError.self) { try await database.notes() }
        try FileManager.default.removeItem(at: folder.url)
        try await database.add("kept")
        #expect(try await database.notes() == ["kept"])
    }

    #if os(Linux)
    @Test("A folder that nobody can write cannot be opened")
    func unwritable() async throws {
        let database = Database(.folder(URL(filePath: "/proc/self/store")), schemas: [.notes])
        await #expect(throws: DatabaseError.self) { try await database.add("lost") }
        guard case .cannotOpen(path: "/proc/self/store", _) = database.failure else {
            Issue.record("\(String(describing: database.failure))")
            return
        }
    }
    #endif

    @Test("A folder that bears the file's name is an error that says so; it is left alone")
    func folderOfThatName() async throws {
        try FileManager.default.createDirectory(at: folder.file("store.sqlite"), withIntermediateDirectories: true)
        let database = Database(notesIn: folder)
        let path = folder.file("store.sqlite").path(percentEncoded: false)
        let expected = DatabaseError.cannotOpen(
            path: path.hasSuffix("/") ? String(path.dropLast()) : path,
            reason: "Is a directory"
        )
        await #expect(throws: expected) { try await database.add("lost") }
        #expect(folder.names == ["store.sqlite"])
    }

    @Test("Foreign files in the folder are ignored")
    func foreignFiles() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let foreign = ["notes.txt", "other.sqlite", "store", "store.sqlite-journal.bak", "store.damaged"]
        for name in foreign { try Data("foreign".utf8).write(to: folder.file(name)) }
        let database = Database(notesIn: folder)
        try await database.add("a")
        #expect(try await database.scrub())
        #expect(try await database.notes() == ["a"])
        #expect(folder.names(holding: "foreign") == foreign.sorted())
    }

    @Test("A lock held for long makes work fail as busy; it succeeds when the lock is gone")
    func busy() async throws {
        let gate = Gate()
        let other = Database(notesIn: folder)
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration(busyTimeout: .milliseconds(1))
        )
        try await database.add("before")
        other.enqueue({ _ in gate.hold() })
        await gate.waitUntilHeld()
        await #expect(throws: DatabaseError.busy) { try await database.add("lost") }
        #expect(database.failure == .busy)
        #expect(try await database.notes() == ["before"])
        gate.open()
        try await other.perform { _ in }
        try await database.add("after")
        #expect(database.failure == nil)
        #expect(try await database.notes() == ["before", "after"])
    }

    @Test("Opening while another holds the lock is busy, too")
    func busyOpening() async throws {
        let gate = Gate()
        let other = Database(notesIn: folder)
        other.enqueue({ _ in gate.hold() })
        await gate.waitUntilHeld()
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration(busyTimeout: .milliseconds(1))
        )
        await #expect(throws: DatabaseError.busy) { try await database.add("lost") }
        gate.open()
        try await other.perform { _ in }
        try await database.add("kept")
        #expect(try await other.notes() == ["kept"])
    }

    @Test(
        "Files deleted while open are noticed: the next work begins a new one",
        arguments: [["store.sqlite"], ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"]]
    )
    func deleted(_ names: [String]) async throws {
        let recoveries = Recorder<String?>()
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration(onRecovery: { recoveries.record($0) })
        )
        try await database.add("gone")
        #expect(try await database.notes() == ["gone"])
        for name in names { try FileManager.default.removeItem(at: folder.file(name)) }
        #expect(try await database.notes() == [])
        try await database.add("new")
        #expect(try await database.notes() == ["new"])
        #expect(recoveries.values == [nil])
        #expect(try folder.mode(of: "store.sqlite") == 0o600)
        #expect(try await Database(notesIn: folder).notes() == ["new"])
    }

    @Test("A folder deleted while open is made again")
    func folderDeleted() async throws {
        let database = Database(notesIn: folder)
        try await database.add("gone")
        try FileManager.default.removeItem(at: folder.url)
        try await database.add("new")
        #expect(try await database.notes() == ["new"])
        #expect(try folder.mode() == 0o700)
    }

    @Test("A file replaced while open is noticed: reading and writing go to the one that bears the name")
    func replaced() async throws {
        let elsewhere = TemporaryFolder()
        let replacement = Database(notesIn: elsewhere)
        try await replacement.add("theirs")
        #expect(try await replacement.scrub())

        let recoveries = Recorder<String?>()
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration(onRecovery: { recoveries.record($0) })
        )
        try await database.add("ours")
        #expect(try await database.notes() == ["ours"])
        let copy = folder.file("copy")
        try FileManager.default.copyItem(at: elsewhere.file("store.sqlite"), to: copy)
        #expect(rename(copy.path(percentEncoded: false), folder.file("store.sqlite").path(percentEncoded: false)) == 0)
        #expect(try await database.notes() == ["theirs"])
        try await database.add("more")
        #expect(try await database.notes() == ["theirs", "more"])
        #expect(recoveries.values == [nil])
    }

    @Test("Two databases of one process share a file; opening and closing one takes no lock from the other")
    func sharedInProcess() async throws {
        let first = Database(notesIn: folder)
        try await first.add("a")
        for number in 0..<20 {
            let second = Database(notesIn: folder)
            try await second.add("second \(number)")
            #expect(try await second.notes().count == 2 * number + 2)
            try await first.add("first \(number)")
        }
        // Its end must not take the log from `first`.
        let probe = try ChildProcess(probe: "storage", "increment", folder.path, "1")
        var lines = probe.lines.makeAsyncIterator()
        #expect(await lines.next() == "ready")
        probe.send("go")
        #expect(await lines.next() == "done")
        probe.finish()
        #expect(await lines.next() == nil)
        try await first.add("last")
        #expect(try await Database(notesIn: folder).notes().count == 42)
    }
}
