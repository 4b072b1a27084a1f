import Foundation
import Primitives

/// A JSON file of the data folder, read again whenever it has changed.
final class ProtectionFile<Value: Sendable>: Sendable {
    /// What tells two versions of a file apart.
    private struct Stamp: Equatable {
        let modified: Date?
        let size: UInt64?
        let file: UInt64?
    }

    private struct Reading {
        let stamp: Stamp
        let value: Value
    }

    private let url: URL
    private let decode: @Sendable (Data) throws -> Value
    private let last = Locked<Reading?>(nil)

    init(_ url: URL, decode: @escaping @Sendable (Data) throws -> Value) {
        self.url = url
        self.decode = decode
    }

    /// What the file holds now, `nil` when there is no such file.
    ///
    /// - Throws: ``LocalServerError/invalidData(path:reason:)``.
    func value() throws(LocalServerError) -> Value? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else { return nil }
        let stamp = Stamp(
            modified: attributes[.modificationDate] as? Date,
            size: (attributes[.size] as? NSNumber)?.uint64Value,
            file: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
        )
        if let reading = last.withLock({ $0 }), reading.stamp == stamp { return reading.value }
        let value = try read()
        last.withLock { $0 = Reading(stamp: stamp, value: value) }
        return value
    }

    private func read() throws(LocalServerError) -> Value {
        do {
            return try decode(Data(contentsOf: url))
        } catch let problem as ProtectionProblem {
            throw .invalidData(path: url.path, reason: problem.reason)
        } catch {
            throw .invalidData(path: url.path, reason: describeDecodingFailure(error))
        }
    }
}
