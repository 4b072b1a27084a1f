#if !os(iOS)
import Foundation

/// A built program that runs as a process of its own.
package final class ChildProcess: Sendable {
    /// The end of a process, and the output that no test had read before.
    package struct Result: Equatable, Sendable {
        /// The exit status, or the number of the signal that ended the process.
        package var status: Int32
        package var output: String
        package var errors: String

        package init(status: Int32, output: String = "", errors: String = "") {
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private let ended: AsyncStream<Void>

    /// Starts a program.
    ///
    /// - Parameter environment: The whole environment. Without it, the program inherits this process's.
    package init(_ product: String, _ arguments: [String], environment: [String: String]? = nil) throws {
        process.executableURL = Repository.products.appending(path: product)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
    }

    /// Starts one of the probes in `Tests/Helpers/TestProbe`.
    package convenience init(probe: String, _ arguments: String...) throws {
        try self.init("TestProbe", [probe] + arguments)
    }

    /// Returns the next line of output, without its end.
    package func line() async -> String { await Self.read(output.fileHandleForReading, until: "\n") }

    /// The lines of output from now to the end.
    package var lines: AsyncStream<String> {
        AsyncStream { continuation in
            let handle = output.fileHandleForReading
            // A thread of its own: reading blocks.
            Thread.detachNewThread {
                var rest = Data()
                while case let data = handle.readSome(), !data.isEmpty {
                    rest += data
                    while let end = rest.firstIndex(of: 10) {
                        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest = Data(rest[(end + 1)...])
                    }
                }
                continuation.finish()
            }
        }
    }

    /// Waits until at least `count` more bytes of output have come, and returns them. Returns fewer at the end.
    package func output(atLeast count: Int) async -> String {
        await Self.onThread(output.fileHandleForReading) { file in
            var bytes = Data()
            while bytes.count < count, case let data = file.readSome(), !data.isEmpty { bytes += data }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits until standard error ends with `text`, and returns everything up to it.
    package func errors(until text: String) async -> String {
        await Self.read(errors.fileHandleForReading, until: text) + text
    }

    package func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    /// Ends the process like a crash.
    package func kill() { send(SIGKILL) }

    /// Writes to standard input.
    package func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Writes a line to standard input, if the process still reads it.
    package func send(_ line: String) { try? write(line + "\n") }

    /// Closes standard input, at whose end a probe ends.
    package func finish() { try? input.fileHandleForWriting.close() }

    package func waitUntilExit() async { for await _ in ended {} }

    /// Writes to standard input, closes it, and waits for the end.
    package func result(after text: String) async -> Result {
        Thread.detachNewThread { [self] in
            try? write(text)
            finish()
        }
        return await resultWithOpenInput()
    }

    /// Closes standard input and waits for the end.
    package func result() async -> Result {
        finish()
        return await resultWithOpenInput()
    }

    /// Waits for the end of a process whose standard input stays open.
    package func resultWithOpenInput() async -> Result {
        async let output = Self.read(output.fileHandleForReading, until: nil)
        async let errors = Self.read(errors.fileHandleForReading, until: nil)
        let (text, complaint) = await (output, errors)
        await waitUntilExit()
        return Result(status: process.terminationStatus, output: text, errors: complaint)
    }

    /// Reads up to `end`, which is left out, or to the end of the pipe.
    private static func read(_ file: FileHandle, until end: String?) async -> String {
        await onThread(file) { file in
            guard let end else {
                let data = (try? file.readToEnd()) ?? Data()
                return String(decoding: data, as: UTF8.self)
            }
            var bytes = Data()
            let last = Data(end.utf8)
            while let byte = try? file.read(upToCount: 1), !byte.isEmpty {
                bytes += byte
                if bytes.suffix(last.count) == last {
                    bytes.removeLast(last.count)
                    break
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Reads on a thread of its own: reading blocks, and the tests share few threads.
    @concurrent private static func onThread(
        _ file: FileHandle, _ read: @escaping @Sendable (FileHandle) -> String
    ) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: read(file)) }
        }
    }
}
#endif
