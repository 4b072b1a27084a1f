import Foundation
import Telemetry
import Testing

@Suite struct JSONFileTests {
    @Test("A value comes back from another store of the same file")
    func roundTrip() throws {
        try withFolder { folder in
            let url = folder.appending(path: "counts.json")
            #expect(try JSONFile<[String: Int]>(at: url).load() == nil)
            try JSONFile(at: url).save(["a": 1])
            try JSONFile(at: url).save(["a": 2])
            #expect(try JSONFile<[String: Int]>(at: url).load() == ["a": 2])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                    == ["counts.json", "counts.json.lock"])
        }
    }

    @Test("A file that is no value is set aside, and a new one begins", arguments: ["", "{", "[1]", "\u{0}"])
    func setAside(content: String) throws {
        try withFolder { folder in
            let url = folder.appending(path: "counts.json")
            try Data(content.utf8).write(to: url)
            let file = JSONFile<[String: Int]>(at: url)

            #expect(throws: TelemetryError.setAside(file: url.path, to: url.path + ".unreadable")) {
                try file.load()
            }
            #expect(try file.load() == nil)
            #expect(try String(contentsOfFile: url.path + ".unreadable", encoding: .utf8) == content)
        }
    }

    @Test("What a crash left half-written beside the file does no harm")
    func leftover() throws {
        try withFolder { folder in
            let url = folder.appending(path: "counts.json")
            let file = JSONFile<[String: Int]>(at: url)
            try file.save(["a": 1])
            try Data("{".utf8).write(to: url.appendingPathExtension("new"))
            #expect(try file.load() == ["a": 1])
            try file.save(["a": 2])
            #expect(try file.load() == ["a": 2])
        }
    }

    @Test("A folder that does not exist, or a file that cannot be read, is an error with its path")
    func errors() throws {
        try withFolder { folder in
            let missing = folder.appending(path: "missing/counts.json")
            #expect(throws: TelemetryError.file(missing.path + ".lock", errno: ENOENT)) {
                try JSONFile(at: missing).save([1])
            }
            #expect(throws: TelemetryError.self) { try JSONFile<[Int]>(at: folder).load() }
        }
    }

    @Test("The terminal of files confirms what it has written, also to its successor")
    func terminal() async throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = JSONFile<Set<String>>(at: folder.appending(path: "achievements.json"))
        try await FileAchievements(in: store).report(Milestone("a", record: "r", count: 1))
        try await FileAchievements(in: store).report(Milestone("b", record: "r", count: 2))
        #expect(try await FileAchievements(in: store).confirmed() == ["a", "b"])
    }
}

/// Makes an empty folder for a test.
func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "telemetry-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}

private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}
