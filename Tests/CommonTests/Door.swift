import Foundation
import Primitives

/// What the tests of this target fire.
enum Door: Equatable, Sendable {
    case opened(by: String)
    case closed
}

struct Fault: Error, Equatable {
    let id: Int
}

/// One event as a mapper received it.
struct Mapped<Event: Equatable & Sendable>: Equatable, Sendable {
    let event: Event
    let fault: Fault?
    let parameters: [String: String]?

    init(_ event: Event, _ error: (any Error)? = nil, _ parameters: [String: String]? = nil) {
        self.event = event
        fault = error as? Fault
        self.parameters = parameters
    }
}

/// The values it was given, in order, from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let stored = Locked<[Value]>([])

    var values: [Value] { stored.withLock { $0 } }

    func append(_ value: Value) { stored.withLock { $0.append(value) } }
}

extension Recorder<Fault?> {
    /// A completion that records the fault it is given, or nil.
    var completion: @Sendable ((any Error)?) -> Void { { self.append($0 as? Fault) } }
}

/// Runs `body` on `count` threads at once and returns when the last of them is done.
func race(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let start = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    for index in 0..<count {
        done.enter()
        Thread.detachNewThread {
            start.wait()
            body(index)
            done.leave()
        }
    }
    for _ in 0..<count { start.signal() }
    done.wait()
}

/// The identity of the thread that calls, for comparison while that thread lives.
func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
