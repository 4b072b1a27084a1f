public import Foundation
import Primitives

/// Stores one value across launches.
public protocol ValueStore<Value>: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// Reads the value.
    ///
    /// - Returns: The value, or `nil` if none was saved.
    /// - Throws: `TelemetryError.setAside` if the stored data was invalid and has been moved away. Any other error if the
    ///   value is unknown.
    func load() throws -> Value?

    /// Replaces the value. After a crash the store holds the old value or the new one.
    func save(_ value: Value) throws

    /// Replaces the value by the result of `change`, without another update in between.
    ///
    /// By default it loads and saves, which is enough for a store with one writer.
    ///
    /// - Returns: The new value.
    /// - Throws: The errors of `load()` and `save(_:)`. The old value stays.
    func update(_ change: (Value?) -> Value) throws -> Value
}

extension ValueStore {
    /// Loads, changes and saves.
    public func update(_ change: (Value?) -> Value) throws -> Value {
        let value = change(try load())
        try save(value)
        return value
    }
}

/// Stores a value as JSON in a file of its own.
///
/// A new value is written to a second file that then replaces the first, so a process that ends at any moment leaves a
/// whole value. The data is not synchronized to the medium, which would take a millisecond and more. After a power cut
/// the last values can be missing. On a file system that renames before it writes, all values can be missing.
///
/// Several processes may write to a file. A lock on a second file, whose name ends in `.lock`, separates their updates.
public struct JSONFile<Value: Codable & Sendable>: ValueStore {
    private let url: URL

    /// Creates a store at `url`. The folder must exist when a value is saved.
    public init(at url: URL) { self.url = url }

    /// Reads the value. A file with invalid content is renamed to end in `.unreadable`, and replaces an earlier one.
    ///
    /// - Throws: `TelemetryError.setAside` in that case, `TelemetryError.file` if the file exists and cannot be read.
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
    /// - Throws: `TelemetryError.file` if that fails. The old value stays.
    public func save(_ value: Value) throws {
        try locked { try write(value) }
    }

    /// Replaces the value by the result of `change`, without an update of another process in between.
    ///
    /// - Throws: The errors of ``load()`` and ``save(_:)``.
    public func update(_ change: (Value?) -> Value) throws -> Value {
        try locked {
            let value = change(try load())
            try write(value)
            return value
        }
    }

    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let lock = try FileLock(at: url.appendingPathExtension("lock"))
        return try withExtendedLifetime(lock, body)
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

/// An exclusive lock between processes. It is held until the object is released or the process ends.
private final class FileLock: Sendable {
    private let descriptor: Int32

    /// Waits until no other process or thread holds the lock.
    ///
    /// - Throws: `TelemetryError.file` if the lock's file can be neither opened nor created.
    init(at url: URL) throws(TelemetryError) {
        let path = url.path(percentEncoded: false)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .file(path, errno: errno) }
        }
    }

    deinit { close(descriptor) }
}

extension Error {
    /// The code of the underlying system error, or 0.
    fileprivate var posixCode: Int32 {
        Int32(ErrorChain(self).links.first { $0.domain == NSPOSIXErrorDomain }?.code ?? 0)
    }
}
