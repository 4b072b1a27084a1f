#if THREAD_SANITIZER
    import Foundation

    /// A value behind a lock; the lock is one that the thread sanitizer understands.
    ///
    /// `Synchronization.Mutex` waits on a futex that the sanitizer does not instrument, so every use of it is reported.
    public final class Locked<Value>: @unchecked Sendable {  // `value` is touched under `lock` alone.
        private let lock = NSLock()
        private var value: Value

        public init(_ value: sending Value) { self.value = value }

        public func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }
#else
    public import Synchronization

    /// A value behind a lock. Never call out while holding it, and return copies.
    public final class Locked<Value>: Sendable {
        @usableFromInline let mutex: Mutex<Value>

        @inlinable public init(_ value: consuming sending Value) { mutex = Mutex(value) }

        @inlinable public func withLock<Result>(
            _ body: (inout sending Value) throws -> sending Result
        ) rethrows -> sending Result {
            try mutex.withLock(body)
        }
    }
#endif
