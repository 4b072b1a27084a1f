import Foundation
import Testing

/// The built `devserver` as a process of its own.
final class ChildProcess {
    struct Result: Equatable {
        var status: Int32
        var output = ""
        var errors = ""
    }

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let ended: AsyncStream<Void>

    init(_ arguments: [String]) throws {
        process.executableURL = try Self.product("devserver")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errors
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
    }

    /// The next line of output, without its end.
    func line() async -> String {
        let file = output.fileHandleForReading
        return await onThread {
            var bytes = Data()
            while let byte = try? file.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) { bytes += byte }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end; the output is what has not been read before.
    func result() async -> Result {
        let (output, errors) = (output.fileHandleForReading, errors.fileHandleForReading)
        let text = await onThread { String(decoding: (try? output.readToEnd()) ?? Data(), as: UTF8.self) }
        let complaint = await onThread { String(decoding: (try? errors.readToEnd()) ?? Data(), as: UTF8.self) }
        for await _ in ended {}
        return Result(status: process.terminationStatus, output: text, errors: complaint)
    }

    /// Products lie next to the test bundle.
    private static func product(_ name: String) throws -> URL {
        #if os(Linux)
        let bundle = Bundle.main.executableURL
        #else
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        #endif
        return try #require(bundle).deletingLastPathComponent().appending(path: name)
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
