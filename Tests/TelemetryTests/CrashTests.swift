import Dispatch
import Foundation
import Telemetry
import TestSupport
import Testing

/// Milestones and counts of a process that is killed again and again.
@Suite struct CrashTests {
    @Test("Over 100 kills no milestone and no count is lost, and none is reported after its confirmation")
    func kills() async throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
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

    /// Runs blocking work on a thread that is not the tests' own.
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
        let executable: URL = try #require(Self.executable, "Build the target TelemetryCrashHelper.")
        process.executableURL = executable
        process.arguments = [folder.path, mode]
        process.standardOutput = output
        try process.run()
    }

    /// Kills the process as soon as it has told `steps` steps.
    ///
    /// - Returns: How many events were through all its sinks.
    func kill(after steps: Int) throws -> Int {
        var told = Data()
        while told.count < steps {
            let more = output.fileHandleForReading.readSome()
            if more.isEmpty { break }
            told += more
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        told += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return told.count { $0 == UInt8(ascii: "p") }
    }

    func wait() throws -> Int32 {
        _ = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The helper stands beside the test bundle; on Linux that is the running program.
    private static var executable: URL? {
        let bundles = [Bundle.main.executableURL] + Bundle.allBundles.map(\.bundleURL)
        return bundles.compactMap { $0?.deletingLastPathComponent().appending(path: "TelemetryCrashHelper") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
