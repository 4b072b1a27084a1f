import Persistence
import Primitives

/// Remembers values from any thread, in order.
package final class Recorder<Value: Sendable>: Sendable {
    private let recorded = Locked<[Value]>([])

    package init() {}

    package var values: [Value] { recorded.withLock { $0 } }

    package func record(_ value: Value) { recorded.withLock { $0.append(value) } }
}
