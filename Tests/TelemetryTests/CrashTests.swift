import Dispatch
import Foundation
import Telemetry
import TestSupport
import Testing

/// Counts and milestones of a process that is killed.
@Suite struct CrashTests {
    @Test("After 100 kills no count and no milestone is lost, and none is reported after its confirmation")
    func kills() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = temporary.url
            var generator = SystemRandomNumberGenerator()

            var passed = 0
            for _ in 0..<100 {
                let steps = Int.random(in: 1...150, using: &generator)
                passed += try await onThread { try Helper(folder, "run").kill(after: steps) }
            }
            let status = try await onThread { try Helper(folder, "finish").wait() }
            #expect(status == 0)

            let counts = try #require(try JSONFile<[String: Int]>(at: folder.appending(path: "counts.json")).load())
            let count = try #require(counts["blocked"])
            #expect(count >= passed && count <= passed + 100)
            let journal = try String(contentsOf: folder.appending(path: "journal.txt"), encoding: .utf8)
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
    }

    /// The helper program. It lies beside the test bundle, which is the running program on Linux.
    static var helper: URL? {
        let bundles = [Bundle.main.executableURL] + Bundle.allBundles.map(\.bundleURL)
        return bundles.compactMap { $0?.deletingLastPathComponent().appending(path: "TelemetryCrashHelper") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs blocking work on a thread of its own.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}

/// A process that counts and reports until it is killed.
private struct Helper {
    private let process = Process()
    private let output = Pipe()

    init(_ folder: URL, _ mode: String) throws {
        let executable: URL = try #require(CrashTests.helper, "Build the target TelemetryCrashHelper.")
        process.executableURL = executable
        process.arguments = [folder.path, mode]
        process.standardOutput = output
        try process.run()
    }

    /// Kills the process when it has printed `steps` steps.
    ///
    /// - Returns: The number of events that had passed all sinks.
    func kill(after steps: Int) throws -> Int {
        var stepsPrinted = Data()
        while stepsPrinted.count < steps {
            let more = output.fileHandleForReading.readSome()
            if more.isEmpty { break }
            stepsPrinted += more
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        stepsPrinted += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return stepsPrinted.count { $0 == UInt8(ascii: "p") }
    }

    func wait() throws -> Int32 {
        _ = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
