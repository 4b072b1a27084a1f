import Foundation
import Persistence
import TestSupport
import Testing

@Suite struct DatabaseRecoveryTests {
    private let folder = TemporaryFolder()

    /// How a file is damaged.
    enum Damage: CaseIterable {
        case garbage, garbageHeader, flippedMiddle, truncated, notADatabase

        func apply(to url: URL) throws {
            var data = try Data(contentsOf: url)
            switch self {
            case .garbage: data = Data((0..<data.count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
            case .garbageHeader: data.replaceSubrange(0..<100, with: repeatElement(0xA5, count: 100))
            case .flippedMiddle:
                let middle = (data.count / 4)..<(data.count * 3 / 4)
                data.replaceSubrange(middle, with: data[middle].map { ~$0 })
            case .truncated: data = data.prefix(data.count / 2)
            case .notADatabase: data = Data("Dear diary".utf8)
            }
            try data.write(to: url)
        }
    }

    /// A healthy file of 1,000 notes, without companions, in `folder`.
    private func makeFile() async throws {
        let elsewhere = TemporaryFolder()
        let source = Database(notesIn: elsewhere)
        try await source.perform { transaction in
            for number in 0..<1000 {
                let text = "\(number) " + String(repeating: "x", count: 100)
                try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text(text))
            }
        }
        #expect(try await source.scrub())
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: elsewhere.file("store.sqlite"), to: folder.file("store.sqlite"))
    }

    private func database(_ recoveries: Recorder<String?>) -> Database {
        Database(
            notesIn: folder,
            configuration: Database.Configuration(
                now: { Date(timeIntervalSince1970: 1_800_000_000) },
                onRecovery: { recoveries.record($0) }
            )
        )
    }

    @Test("A damaged file is set aside under a dated name, reported, and a new one begins", arguments: Damage.allCases)
    func damaged(_ damage: Damage) async throws {
        try await makeFile()
        try damage.apply(to: folder.file("store.sqlite"))
        let bytes = try Data(contentsOf: folder.file("store.sqlite"))
        let recoveries = Recorder<String?>()
        let database = database(recoveries)
        // Damage that opening does not meet is met by the first who reads it all.
        _ = try? await database.notes()
        try await database.add("new")
        #expect(try await database.notes() == ["new"])
        #expect(database.failure == nil)
        let aside = "store.damaged-20270115T080000Z.sqlite"
        #expect(recoveries.values == [aside])
        #expect(try Data(contentsOf: folder.file(aside)).count == bytes.count)
        #expect(try folder.mode(of: "store.sqlite") == 0o600)
    }

    @Test("A writer that meets the damage fails its group and begins anew")
    func metByWriter() async throws {
        try await makeFile()
        try Damage.flippedMiddle.apply(to: folder.file("store.sqlite"))
        let recoveries = Recorder<String?>()
        let database = database(recoveries)
        let later = Recorder<String>()
        await #expect(throws: DatabaseError.corrupt) {
            try await database.perform { transaction in
                _ = try? transaction.rows("SELECT text FROM notes ORDER BY id") { $0.text(0) }
                do throws(DatabaseError) {
                    try transaction.execute("INSERT INTO notes(text) VALUES ('after the damage')")
                } catch {
                    later.record("\(error == .corrupt)")
                }
            }
        }
        #expect(later.values == ["true"])
        #expect(database.failure == .corrupt)
        #expect(try await database.notes() == [])
        #expect(recoveries.values == ["store.damaged-20270115T080000Z.sqlite"])
    }

    @Test("A second damage in one second takes a name of its own")
    func twice() async throws {
        let recoveries = Recorder<String?>()
        for _ in 0..<2 {
            // The log too: a connection that is about to close may still have it, and SQLite would recover from it.
            for file in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
                try? FileManager.default.removeItem(at: folder.file(file))
            }
            try? FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            try Data("Dear diary".utf8).write(to: folder.file("store.sqlite"))
            try await database(recoveries).add("new")
        }
        let names = ["store.damaged-20270115T080000Z.sqlite", "store.damaged-20270115T080000Z-1.sqlite"]
        #expect(recoveries.values == names)
        #expect(folder.names(holding: "Dear diary") == names.sorted())
    }

    @Test("Garbage in place of the write-ahead log costs nothing that was checkpointed")
    func garbageLog() async throws {
        try await makeFile()
        try Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 131) }).write(to: folder.file("store.sqlite-wal"))
        try Data(repeating: 0xEE, count: 40_000).write(to: folder.file("store.sqlite-shm"))
        let recoveries = Recorder<String?>()
        let database = database(recoveries)
        try await database.add("new")
        #expect(try await database.notes().count == 1001)
        #expect(recoveries.values == [])
    }

    @Test("An empty file, left by a crash, is begun anew without fuss")
    func emptyFile() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data().write(to: folder.file("store.sqlite"))
        try Data("stale".utf8).write(to: folder.file("store.sqlite.new"))
        let recoveries = Recorder<String?>()
        let database = database(recoveries)
        try await database.add("new")
        #expect(try await database.notes() == ["new"])
        #expect(recoveries.values == [])
    }

    @Test("A log without its file is not taken for the new file's")
    func orphanedLog() async throws {
        let elsewhere = TemporaryFolder()
        let source = Database(notesIn: elsewhere)
        try await source.add("old")
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        for companion in ["store.sqlite-wal", "store.sqlite-shm"] {
            try FileManager.default.copyItem(at: elsewhere.file(companion), to: folder.file(companion))
        }
        let recoveries = Recorder<String?>()
        #expect(try await database(recoveries).notes() == [])
        #expect(recoveries.values == [])
    }

    @Test("Several processes that find the file damaged set it aside once")
    func severalProcesses() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data("Dear diary".utf8).write(to: folder.file("store.sqlite"))
        let probes = try (0..<4).map { _ in try ChildProcess(probe: "storage", "increment", folder.path, "50") }
        var iterators = probes.map { $0.lines.makeAsyncIterator() }
        for index in iterators.indices { #expect(await iterators[index].next() == "ready") }
        for probe in probes { probe.send("go") }
        for index in iterators.indices { #expect(await iterators[index].next() == "done") }
        for probe in probes { probe.finish() }
        #expect(folder.names(holding: "Dear diary").count == 1)
        #expect(folder.names.filter { $0.contains("damaged") && $0.hasSuffix(".sqlite") }.count == 1)
        let sum = try await Database(.folder(folder.url), schemas: []).read {
            try $0.first("SELECT value FROM counter") { $0.int(0) }
        }
        #expect(sum == 200)
    }
}
