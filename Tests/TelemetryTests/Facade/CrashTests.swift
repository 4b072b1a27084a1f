import Foundation
import Telemetry
import TestSupport
import Testing

/// Milestones and counts of a process that is killed again and again.
@Suite struct CrashTests {
    @Test("After 100 kills no count and no milestone is lost, and none is reported after its confirmation")
    func kills() async throws {
        try await TemporaryFolder.with { try await kills(in: $0) }
    }

    private func kills(in folder: TemporaryFolder) async throws {
        var passed = 0
        for _ in 0..<100 { passed += try await killed(after: Int.random(in: 1...150), in: folder) }
        #expect(try await ChildProcess(probe: "telemetry", "finish", folder.path).result().status == 0)

        let counts = try #require(try JSONFile<[String: Int]>(at: folder.file("counts.json")).load())
        let count = try #require(counts["blocked"])
        #expect(count >= passed && count <= passed + 100)
        let journal = try String(contentsOf: folder.file("journal.txt"), encoding: .utf8)
        let lines = journal.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        var confirmed: Set<String> = []
        for line in lines {
            try #require(line.count == 2)
            #expect(!confirmed.contains(line[1]), "'\(line[0]) \(line[1])' after its confirmation")
            if line[0] == "confirmed" { confirmed.insert(line[1]) }
        }
        #expect(confirmed == Set(stride(from: 3, through: min(count, 6_000), by: 3).map { "m\($0)" }))
        #expect(confirmed.count > 20)
    }

    /// Kills a process that counts and reports as soon as it has taken so many steps.
    ///
    /// - Returns: The number of events that all its sinks had received.
    private func killed(after steps: Int, in folder: TemporaryFolder) async throws -> Int {
        let probe = try ChildProcess(probe: "telemetry", "run", folder.path)
        let steps = await probe.output(atLeast: steps)
        probe.kill()
        let rest = await probe.result().output
        return (steps + rest).count { $0 == "p" }
    }
}
