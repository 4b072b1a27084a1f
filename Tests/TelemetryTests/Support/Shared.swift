import Foundation

/// A value that several tasks of a test share; `NSLock`, since the thread sanitizer does not see through `Mutex`.
final class Shared<Value: Sendable>: @unchecked Sendable {  // `value` is touched only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
