#if THREAD_SANITIZER
import Foundation

/// A value behind a lock.
///
/// The thread sanitizer does not see through `Mutex` on Linux, so its builds lock with `NSLock`.
struct Locked<Value: Sendable>: ~Copyable, Sendable {
    private final class Storage: @unchecked Sendable {  // `value` is touched only while `lock` is held.
        let lock = NSLock()
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return body(&storage.value)
    }
}
#else
import Synchronization

/// A value behind a lock.
struct Locked<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { body(&$0) }
    }
}
#endif
