#if THREAD_SANITIZER
import Foundation

/// A value behind a lock; the lock is one that the thread sanitizer understands (`Mutex` is not).
final class Locked<Value>: @unchecked Sendable {  // `value` is touched under `lock` alone.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
#else
import Synchronization

/// A value behind a lock. Never call out while holding it, and return copies.
final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: consuming sending Value) { mutex = Mutex(value) }

    func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        try mutex.withLock(body)
    }
}
#endif
