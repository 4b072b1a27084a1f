public import Foundation
import Primitives

/// Keeps a value in a file of its own, as JSON.
///
/// A new value is written beside the file and renamed over it, so the death of the process at any moment leaves a
/// whole value. Nothing is forced to the medium, since that takes a millisecond and more: after a power cut the last
/// values may be missing, and on a file system that renames before it writes, all. Several processes may write to a
/// file: a lock on a file beside it, which ends in `.lock`, keeps them apart.
public struct JSONFile<Value: Codable & Sendable>: ValueStore {
    private let url: URL

    /// Creates a store at `url`; its folder must exist when a value is saved.
    public init(at url: URL) { self.url = url }

    /// Reads the value; a file that is not readable as one is renamed to end in `.unreadable`, where it stays until the
    /// same happens to another.
    ///
    /// - Throws: `TelemetryError.setAside` in that case, `TelemetryError.file` when the file is there but closed to us.
    public func load() throws -> Value? {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw TelemetryError.file(url.path, errno: error.posixCode)
        }
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            let other = url.appendingPathExtension("unreadable")
            try move(url, to: other)
            throw TelemetryError.setAside(file: url.path, to: other.path)
        }
    }

    /// Replaces the value.
    ///
    /// - Throws: `TelemetryError.file` when that is not possible; the old value stays.
    public func save(_ value: Value) throws {
        let lock = try FileLock(at: url.appendingPathExtension("lock"))
        try withExtendedLifetime(lock) { try write(value) }
    }

    /// Replaces the value by what `change` makes of it, alone among all processes.
    ///
    /// - Throws: As ``load()`` and ``save(_:)`` do.
    public func update(_ change: (Value?) -> Value) throws -> Value {
        let lock = try FileLock(at: url.appendingPathExtension("lock"))
        return try withExtendedLifetime(lock) {
            let value = change(try load())
            try write(value)
            return value
        }
    }

    private func write(_ value: Value) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(value)
        let new = url.appendingPathExtension("new")
        do {
            try data.write(to: new)
        } catch {
            throw TelemetryError.file(new.path, errno: error.posixCode)
        }
        try move(new, to: url)
    }

    private func move(_ url: URL, to other: URL) throws {
        guard rename(url.path, other.path) == 0 else { throw TelemetryError.file(other.path, errno: errno) }
    }
}

extension Error {
    /// The code of the system's error beneath, or 0.
    fileprivate var posixCode: Int32 {
        Int32(ErrorChain(self).links.first { $0.domain == NSPOSIXErrorDomain }?.code ?? 0)
    }
}
