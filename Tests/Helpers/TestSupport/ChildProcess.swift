#if !os(iOS)
import Foundation

/// One of the built programs as a process of its own.
package final class ChildProcess {
    /// How it ended, and what it wrote.
    package struct Result: Equatable, Sendable {
        /// The exit status; the signal's number when a signal ended it.
        package var status: Int32
        /// Standard output.
        package var output: String
        /// Standard error.
        package var errors: String

        /// A result to compare with.
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

    /// Starts a program that was built next to the tests.
    package init(_ product: String, _ arguments: [String], environment: [String: String]? = nil) throws {
        process.executableURL = try Self.url(of: product)
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

    /// The next line of output, without its end.
    package func line() async -> String { await Self.read(output.fileHandleForReading, until: "\n") }

    /// Waits until standard error ends with `text`, and returns what came.
    package func errors(until text: String) async -> String {
        await Self.read(errors.fileHandleForReading, until: text) + text
    }

    /// Sends a signal.
    package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Writes to standard input.
    package func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Writes to standard input while reading what comes back, and waits for the end.
    package func result(after text: String) async -> Result {
        let file = input.fileHandleForWriting
        Thread.detachNewThread {
            try? file.write(contentsOf: Data(text.utf8))
            try? file.close()
        }
        return await resultWithOpenInput()
    }

    /// Waits for the end, with nothing more on standard input; output and errors are what has not been read before.
    package func result() async -> Result {
        try? input.fileHandleForWriting.close()
        return await resultWithOpenInput()
    }

    /// Waits for the end of a process that may be waiting for input that does not come.
    package func resultWithOpenInput() async -> Result {
        let files = (output.fileHandleForReading, errors.fileHandleForReading)
        async let text = Self.read(files.0, until: nil)
        async let complaint = Self.read(files.1, until: nil)
        let (output, errors) = await (text, complaint)
        for await _ in ended {}
        return Result(status: process.terminationStatus, output: output, errors: errors)
    }

    /// Products lie next to the test bundle.
    private static func url(of product: String) throws -> URL {
        #if os(Linux)
        let bundle = Bundle.main.executableURL
        #else
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        #endif
        guard let bundle else { throw CocoaError(.fileNoSuchFile) }
        return bundle.deletingLastPathComponent().appending(path: product)
    }

    /// Reads up to `end`, which is left out, or to the end of the pipe.
    @concurrent private static func read(_ file: FileHandle, until end: String?) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                guard let end else {
                    let data = (try? file.readToEnd()) ?? Data()
                    return continuation.resume(returning: String(decoding: data, as: UTF8.self))
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
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
#endif
