import Foundation
import Persistence
import TestSupport
import Testing

@Suite struct DatabaseScrubTests {
    private let folder = TemporaryFolder()
    private static let secret = "m_secret_pixel_name"

    private func fillAndDelete(_ database: Database) async throws {
        try await database.perform { transaction in
            for number in 0..<3000 {
                try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text("\(Self.secret) \(number)"))
            }
        }
        try await database.add("kept")
        try await database.perform { try $0.execute("DELETE FROM notes WHERE text <> 'kept'") }
    }

    @Test("Scrubbing leaves no byte of deleted rows in any file")
    func noByte() async throws {
        let database = Database(notesIn: folder)
        try await fillAndDelete(database)
        #expect(!folder.names(holding: Self.secret).isEmpty)
        #expect(try await database.scrub())
        #expect(folder.names(holding: Self.secret) == [])
        #expect(try await database.notes() == ["kept"])
    }

    @Test("Files that were set aside go, with their companions")
    func setAside() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        for suffix in ["", "-wal", "-shm"] {
            try Data("\(Self.secret) not a database".utf8).write(to: folder.file("store.sqlite\(suffix)"))
        }
        let database = Database(notesIn: folder)
        try await database.add("kept")
        #expect(folder.names(holding: Self.secret).first?.hasPrefix("store.damaged-") == true)
        #expect(try await database.scrub())
        #expect(folder.names(holding: Self.secret) == [])
        #expect(folder.names.allSatisfy { $0.hasPrefix("store.sqlite") })
        #expect(try await database.notes() == ["kept"])
    }

    @Test("While a reader holds a snapshot it is not done; afterwards it is")
    func heldByReader() async throws {
        let gate = Gate()
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration(busyTimeout: .milliseconds(1))
        )
        try await fillAndDelete(database)
        async let count = database.read { transaction in
            let count = try transaction.first("SELECT count(*) FROM notes") { $0.int(0) }
            gate.hold()
            return count
        }
        await gate.waitUntilHeld()
        #expect(try await database.scrub() == false)
        gate.open()
        #expect(try await count == 1)
        #expect(try await database.scrub())
        #expect(folder.names(holding: Self.secret) == [])
    }

    @Test("While another database writes it is not done; afterwards it is")
    func heldByWriter() async throws {
        let gate = Gate()
        let database = Database(
            notesIn: folder,
            configuration: Database.Configuration(busyTimeout: .milliseconds(1))
        )
        let other = Database(notesIn: folder)
        try await fillAndDelete(database)
        other.enqueue({ _ in gate.hold() })
        await gate.waitUntilHeld()
        #expect(try await database.scrub() == false)
        gate.open()
        try await other.perform { _ in }
        #expect(try await database.scrub())
        #expect(folder.names(holding: Self.secret) == [])
    }

    @Test("A file found damaged while scrubbing goes as a whole")
    func damaged() async throws {
        let elsewhere = TemporaryFolder()
        let source = Database(notesIn: elsewhere)
        try await source.perform { transaction in
            for number in 0..<3000 {
                try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text("\(Self.secret) \(number)"))
            }
        }
        #expect(try await source.scrub())
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        var data = try Data(contentsOf: elsewhere.file("store.sqlite"))
        let middle = (data.count / 3)..<(data.count / 2)
        data.replaceSubrange(middle, with: data[middle].map { ~$0 })
        try data.write(to: folder.file("store.sqlite"))
        let database = Database(notesIn: folder)
        #expect(try await database.scrub())
        #expect(folder.names(holding: Self.secret) == [])
        #expect(try await database.notes() == [])
    }
}
