#if THREAD_SANITIZER
import Foundation

/// A value behind a lock, spelled with a lock that the thread sanitizer understands.
///
/// `Mutex` is built on futexes that the sanitizer does not see on Linux: every use would be reported.
final class Locked<Value>: @unchecked Sendable {  // `value` is touched under `lock` only.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
#else
import Synchronization

/// A value behind a lock that any number of owners share.
final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> Result in try body(&value) }
    }
}
#endif
