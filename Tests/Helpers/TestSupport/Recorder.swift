import Primitives

/// A list of values that any thread can append to.
package final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Locked<[Value]>([])

    package init() {}

    package var values: [Value] { recorded.withLock { $0 } }

    package func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}
