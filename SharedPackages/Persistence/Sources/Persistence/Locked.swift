#if THREAD_SANITIZER
import Foundation

/// A value behind a lock; the lock is one that the thread sanitizer understands.
///
/// `Synchronization.Mutex` waits on a futex that the sanitizer does not instrument, so every use of it is reported.
public final class Locked<Value>: @unchecked Sendable {  // `value` is touched under `lock` alone.
    private let lock = NSLock()
    private var value: Value

    /// Puts a value behind a lock.
    public init(_ value: sending Value) { self.value = value }

    /// Calls `body` with the value while no one else may touch it.
    public func withLock<Result>(
        _ body: (inout sending Value) throws -> sending Result
    ) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
#else
public import Synchronization

/// A value behind a lock. Never call out while holding it, and return copies.
///
/// Public because the compiler specialises only public code in other modules; unspecialised it costs three times as much.
public final class Locked<Value>: Sendable {
    @usableFromInline let mutex: Mutex<Value>

    /// Puts a value behind a lock.
    @inlinable public init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Calls `body` with the value while no one else may touch it.
    @inlinable public func withLock<Result>(
        _ body: (inout sending Value) throws -> sending Result
    ) rethrows -> sending Result {
        try mutex.withLock(body)
    }
}
#endif
