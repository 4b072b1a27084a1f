#if canImport(Glibc)
import Foundation
import Persistence
import TestSupport
import Testing

/// Needs the right to mount; elsewhere SQLite's own limit stands in for the disk (`DatabaseFailureTests`).
@Suite(.enabled(if: SmallDisk() != nil)) struct FullDiskTests {
    private let secret = "m_secret_pixel_name"

    private func database(on disk: SmallDisk) -> Database {
        Database(.folder(disk.url.appending(path: "store")), schemas: [.notes])
    }

    @Test("A full disk keeps what was committed, and writing goes on when there is room")
    func writing() async throws {
        let disk = try #require(SmallDisk())
        let database = database(on: disk)
        try await database.add("kept")
        disk.fill()
        let big = (0..<200).map { "\($0)" + String(repeating: "x", count: 1000) }
        await #expect(throws: DatabaseError.full) {
            try await database.perform { transaction in
                for text in big { try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text(text)) }
            }
        }
        #expect(database.failure == .full)
        #expect(try await database.notes() == ["kept"])
        disk.clear()
        try await database.add("more")
        #expect(try await database.notes() == ["kept", "more"])
    }

    @Test("A disk that is full at the start is an error at the first work, and none later")
    func opening() async throws {
        let disk = try #require(SmallDisk())
        disk.fill()
        let database = database(on: disk)
        await #expect(throws: DatabaseError.self) { try await database.add("lost") }
        #expect(database.failure != nil)
        disk.clear()
        try await database.add("kept")
        #expect(try await database.notes() == ["kept"])
    }

    @Test("Scrubbing without room to rewrite the file fails as full, and is done when there is room")
    func scrubbing() async throws {
        let disk = try #require(SmallDisk())
        let database = database(on: disk)
        try await database.perform { transaction in
            for number in 0..<1000 {
                try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text("\(secret) \(number)"))
            }
        }
        try await database.add("kept")
        #expect(try await database.scrub())
        try await database.perform { try $0.execute("DELETE FROM notes WHERE text <> 'kept' AND id % 2 = 0") }
        disk.fill()
        await #expect(throws: DatabaseError.full) { try await database.scrub() }
        #expect(try await database.notes().count == 501)
        disk.clear()
        try await database.perform { try $0.execute("DELETE FROM notes WHERE text <> 'kept'") }
        #expect(try await database.scrub())
        let files = try FileManager.default.subpathsOfDirectory(atPath: disk.url.path(percentEncoded: false))
        for file in files {
            let data = (try? Data(contentsOf: disk.url.appending(path: file))) ?? Data()
            #expect(data.range(of: Data(secret.utf8)) == nil)
        }
        #expect(try await database.notes() == ["kept"])
    }
}
#endif
