import Foundation
import Primitives

/// What every ratio is measured against: one counted dictionary update under a lock, over 64 heap-allocated keys, while a
/// second thread is alive.
final class Baseline: Sendable {
    private let counts = Locked<[String: Int]>([:])
    private let keys = (0..<64).map { "a key that is too long to be stored inline, number \($0)" }

    func run(_ iterations: Int) {
        for index in 0..<iterations {
            counts.withLock { $0[keys[index & 63], default: 0] += 1 }
        }
    }

    func nanosecondsPerUpdate() -> Double {
        withExtendedLifetime(SecondThread()) { _ in
            nanoseconds(1_000_000) { run($0) }
        }
    }
}

/// A thread that waits: with it alive, no lock or reference count may take a single-threaded short cut.
final class SecondThread: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init() {
        let gate = gate
        Thread { gate.wait() }.start()
    }

    deinit { gate.signal() }
}
