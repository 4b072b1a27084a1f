#if THREAD_SANITIZER
import Foundation

/// A value that only one thread at a time may read or change.
///
/// The thread sanitizer does not instrument the futex behind `Synchronization.Mutex` on Linux and reports every use of
/// it, so sanitized builds lock with `NSLock`.
public final class Locked<Value>: @unchecked Sendable {  // `value` is touched under `lock` alone.
    private let lock = NSLock()
    private var value: Value

    /// Puts a value behind a lock.
    public init(_ value: consuming sending Value) { self.value = value }

    /// Calls `body` with exclusive access to the value, and returns its result.
    public func withLock<Result>(
        _ body: (inout sending Value) throws -> sending Result
    ) rethrows -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
#elseif canImport(os)
public import os

/// A value that only one thread at a time may read or change.
///
/// Never call out of `withLock`, and return copies. The unfair lock exists since iOS 16 and macOS 13, `Mutex` only since
/// iOS 18 and macOS 15.
public final class Locked<Value>: @unchecked Sendable {  // The value is touched under `lock` alone.
    // The unchecked forms. The checked ones demand `@Sendable` closures and results, where `sending` is enough.
    @usableFromInline let lock: OSAllocatedUnfairLock<Value>

    /// Puts a value behind a lock.
    @inlinable public init(_ value: consuming sending Value) { lock = OSAllocatedUnfairLock(uncheckedState: value) }

    /// Calls `body` with exclusive access to the value, and returns its result.
    @inlinable public func withLock<Result>(
        _ body: (inout sending Value) throws -> sending Result
    ) rethrows -> sending Result {
        // The unfair lock knows no `sending`, so the value and the result pass its border unchecked.
        try lock.withLockUnchecked { value in
            try withUnsafeMutablePointer(to: &value) { pointer in
                let guarded = Unchecked(pointer)
                return Unchecked(try body(&guarded.value.pointee))
            }
        }.value
    }
}

@usableFromInline struct Unchecked<Value>: @unchecked Sendable {  // It carries only what `sending` has checked.
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) { self.value = value }
}
#else
public import Synchronization

/// A value that only one thread at a time may read or change.
///
/// Never call out of `withLock`, and return copies. Public and inlinable because the compiler specialises only such code
/// in other modules; without it a lock costs three times as much.
public final class Locked<Value>: Sendable {
    @usableFromInline let mutex: Mutex<Value>

    /// Puts a value behind a lock.
    @inlinable public init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Calls `body` with exclusive access to the value, and returns its result.
    @inlinable public func withLock<Result>(
        _ body: (inout sending Value) throws -> sending Result
    ) rethrows -> sending Result {
        try mutex.withLock(body)
    }
}
#endif
