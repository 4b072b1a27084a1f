import Foundation
import JSONSchema
import PixelDefinitions
import TestSupport
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    @Test("Links to folders are warnings, and are not followed")
    func links() async throws {
        let faults = try await TemporaryFolder.with { folder in
            try Sample(fields: "").write(to: folder)
            let definitions = folder.url.appending(path: "pixels/definitions")
            for name in ["a", "b"] {
                try FileManager.default.createSymbolicLink(
                    at: definitions.appending(path: name), withDestinationURL: definitions)
            }
            return DefinitionValidator(DefinitionFolder(reading: folder.url)).faults()
        }
        #expect(faults.map(\.file) == ["pixels/definitions/a", "pixels/definitions/b"])
        #expect(faults.allSatisfy { $0.code == .unreadableFile && $0.severity == .warning })
    }

    #if !os(iOS)
    @Test("A pipe among the definitions is an error")
    func pipe() async throws {
        let faults = try await TemporaryFolder.with { folder in
            try Sample(fields: "").write(to: folder)
            #expect(mkfifo(folder.url.appending(path: "pixels/definitions/p.json5").path, 0o600) == 0)
            return DefinitionValidator(DefinitionFolder(reading: folder.url)).faults()
        }
        #expect(faults.map(\.code) == [.unreadableFile])
    }
    #endif

    @Test("A file that is not UTF-8 is an error with a line")
    func encoding() async throws {
        let fault = try await TemporaryFolder.with { folder in
            try Sample(fields: "").write(to: folder)
            let file = folder.url.appending(path: "pixels/definitions/x.json5")
            try (Data("{\n m_".utf8) + [0xFF] + Data(": {} }".utf8)).write(to: file)
            return DefinitionValidator(DefinitionFolder(reading: folder.url)).faults().first
        }
        #expect(
            fault?.description == "pixels/definitions/x.json5:2: error: The file is not JSON5. Expected UTF-8, found the byte "
                + "255. Correct it, or remove it from the folder. [invalid-syntax]")
    }

    @Test(
        "A pattern that can take too many steps is a warning, but not in compat mode",
        arguments: ["pattern: '^([a-z0-9]+-?)+$'", "pattern: '^(?=(a+)+$)'", "anyOf: [{ pattern: '(a+)+$' }]"])
    func slowPattern(keyword: String) async throws {
        let sample = Sample(parameters: "{ key: 'k', description: 'd', \(keyword) }")
        let faults = try await sample.faults()
        #expect(faults.map(\.code) == [.slowPattern])
        #expect(faults.map(\.severity) == [.warning])
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
    }

    @Test("The patterns of real definitions are not slow", arguments: Corpus.roots.filter { !$0.hasPrefix("live-") })
    func realPatterns(root: String) {
        let faults = DefinitionValidator(DefinitionFolder(reading: Corpus.root(root))).faults()
        #expect(faults.filter { $0.code == .slowPattern } == [])
    }

    @Test("A check that is given up at its step limit has a reason of its own")
    func unfinishedCheck() async throws {
        let sample = Sample(
            parameters: "{ key: 'k', description: 'd', pattern: '^(?=(a+)+b)' }, { keyPattern: '^(?=(a+)+B)', description: 'd' }")
        let text = String(repeating: "a", count: 100)
        #expect(
            try await sample.check("m_x", "k=\(text)")
                == .failed(["Parameter 'k' takes too many steps to match ^(?=(a+)+b)."]))
        #expect(
            try await sample.check("m_x", "\(text)=1").reasons == [
                "Parameter '' takes too many steps to match ^(?=(a+)+B).", "Parameter '\(text)' is not declared.",
            ])
    }

    @Test("Long requests are checked")
    func longRequests() async throws {
        let sample = Sample(fields: "suffixes: ['daily'], parameters: [{ keyPattern: '^k[0-9]+$', description: 'd' }]")
        let query = (0..<20_000).map { "k\($0)=\($0)" }.joined(separator: "&")
        #expect(try await sample.check("m_x_daily", query) == .passed)
        #expect(try await sample.check(String(repeating: "m_", count: 100_000)) == .undocumented)
        #expect(try await sample.check("m_x" + String(repeating: "_", count: 10_000)).reasons.count == 10_000)
    }
}
