@testable import DevServer

/// A clock that stands still until it is moved.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    fileprivate struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        var now = Instant()
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let observers = state.withLock { state in
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return state.takeSatisfiedObservers()
                }
                for observer in observers { observer.resume() }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Returns once that many tasks sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let observers = state.withLock { state in
                state.observers.append((count, continuation))
                return state.takeSatisfiedObservers()
            }
            for observer in observers { observer.resume() }
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}

extension ManualClock.State {
    fileprivate mutating func takeSatisfiedObservers() -> [CheckedContinuation<Void, Never>] {
        let satisfied = observers.filter { $0.count <= sleepers.count }
        observers.removeAll { $0.count <= sleepers.count }
        return satisfied.map(\.continuation)
    }
}
