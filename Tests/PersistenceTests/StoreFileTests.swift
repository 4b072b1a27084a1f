import Foundation
import Persistence
import TestSupport
import Testing

@Suite struct StoreFileTests {
    private let folder = TemporaryFolder()

    private func setMode(_ mode: Int, of url: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path(percentEncoded: false))
    }

    @Test("Files have mode 0600, their folder 0700, and so has every folder made on the way")
    func modes() async throws {
        let inner = folder.url.appending(path: "a/b")
        let database = Database(.folder(inner, name: "events"), schemas: [.notes])
        try await database.add("a")
        #expect(try await database.notes() == ["a"])
        for name in ["a/b/events.sqlite", "a/b/events.sqlite-wal", "a/b/events.sqlite-shm"] {
            #expect(try folder.mode(of: name) == 0o600)
        }
        for name in ["", "a", "a/b"] { #expect(try folder.mode(of: name) == 0o700) }
    }

    @Test("Wider modes are narrowed")
    func narrowed() async throws {
        try await Database(notesIn: folder).add("a")
        try setMode(0o755, of: folder.url)
        try setMode(0o644, of: folder.file("store.sqlite"))
        #expect(try await Database(notesIn: folder).notes() == ["a"])
        #expect(try folder.mode() == 0o700)
        #expect(try folder.mode(of: "store.sqlite") == 0o600)
    }

    @Test("A sticky folder is shared by design and keeps its mode")
    func sticky() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try setMode(0o1777, of: folder.url)
        try await Database(notesIn: folder).add("a")
        #expect(try folder.mode() == 0o1777)
        #expect(try folder.mode(of: "store.sqlite") == 0o600)
    }

    @Test("Names and folders with spaces, percent signs and question marks are what they are")
    func strangeNames() async throws {
        let inner = folder.url.appending(path: "a b%20c?d#é")
        try await Database(.folder(inner, name: "x y?mode=memory"), schemas: [.notes]).add("a")
        #expect(folder.names == ["a b%20c?d#é"])
        let files = try FileManager.default.contentsOfDirectory(atPath: inner.path(percentEncoded: false))
        #expect(files.contains("x y?mode=memory.sqlite"))
    }
}
