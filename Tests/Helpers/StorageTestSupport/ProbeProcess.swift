package import Foundation
import TestSupport

/// A run of the helper program, spoken to over pipes.
package final class ProbeProcess: Sendable {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the storage probe; it waits for ``go()``.
    package convenience init(_ command: String, _ folder: URL, _ count: Int) throws {
        try self.init(program: "StorageProbe", [command, folder.path(percentEncoded: false), String(count)])
    }

    /// Starts a program that lies among the products.
    package init(program: String, _ arguments: [String]) throws {
        process = Process()
        process.executableURL = Self.folderOfProducts.appending(path: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    private static var folderOfProducts: URL {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        #endif
    }

    /// The lines it says from now on, until it ends.
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

    package func go() { send("go") }

    /// Writes a line to its input.
    package func send(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Lets it end by itself.
    package func finish() { try? input.fileHandleForWriting.close() }

    /// Ends it like a crash.
    package func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    package func waitUntilExit() { process.waitUntilExit() }
}
