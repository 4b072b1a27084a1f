import Foundation

/// A value behind a lock that the thread sanitizer understands everywhere.
final class Guarded<Value: Sendable>: @unchecked Sendable {  // `value` is touched only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&value) }
    }
}
