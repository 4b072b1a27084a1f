import Foundation
import Telemetry
import TestSupport
import Testing

@Suite struct JSONFileTests {
    @Test("A second store of a file reads the value that the first one saved")
    func roundTrip() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
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

    @Test("A file with invalid content is renamed, and a new one begins", arguments: ["", "{", "[1]", "\u{0}"])
    func setAside(content: String) async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
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

    @Test("A half-written second file, left by a crash, is ignored")
    func leftover() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
            let url = folder.appending(path: "counts.json")
            let file = JSONFile<[String: Int]>(at: url)
            try file.save(["a": 1])
            try Data("{".utf8).write(to: url.appendingPathExtension("new"))
            #expect(try file.load() == ["a": 1])
            try file.save(["a": 2])
            #expect(try file.load() == ["a": 2])
        }
    }

    @Test("A missing folder and an unreadable file are errors with their paths")
    func errors() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
            let missing = folder.appending(path: "missing/counts.json")
            #expect(throws: TelemetryError.file(missing.path + ".lock", errno: ENOENT)) {
                try JSONFile(at: missing).save([1])
            }
            #expect(throws: TelemetryError.self) { try JSONFile<[Int]>(at: folder).load() }
        }
    }

    @Test("FileAchievements confirms the ids that an earlier instance stored")
    func terminal() async throws {
        try await TemporaryFolder.with { folder in
            let store = JSONFile<Set<String>>(at: folder.url.appending(path: "achievements.json"))
            try await FileAchievements(in: store).report(Milestone("a", record: "r", count: 1))
            try await FileAchievements(in: store).report(Milestone("b", record: "r", count: 2))
            #expect(try await FileAchievements(in: store).confirmed() == ["a", "b"])
        }
    }
}
