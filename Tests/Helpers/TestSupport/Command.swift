#if !os(iOS)
package import Foundation

/// A program to run to its end.
package struct Command: Sendable {
    /// What became of it.
    package struct Outcome: Equatable, Sendable {
        /// The exit status.
        package let status: Int32
        /// Standard output and standard error, as they were written.
        package let output: String

        /// An outcome to compare with.
        package init(status: Int32, output: String) {
            self.status = status
            self.output = output
        }
    }

    /// The program, found on the PATH, and its arguments.
    package let arguments: [String]
    /// The working folder.
    package let folder: URL
    /// The whole environment; nil inherits this process's.
    package let environment: [String: String]?

    /// Describes a program to run.
    package init(_ arguments: [String], in folder: URL, environment: [String: String]? = nil) {
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
    }

    /// Runs the program and waits for its end without blocking a thread.
    package func run() async throws -> Outcome {
        try await TemporaryFolder.with { temporary in
            // A file, for a pipe fills up unless somebody reads it meanwhile.
            let file = try temporary.write("", to: "output")
            let output = try FileHandle(forWritingTo: file)
            defer { try? output.close() }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            let status = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            return Outcome(status: status, output: try String(contentsOf: file, encoding: .utf8))
        }
    }
}
#endif
