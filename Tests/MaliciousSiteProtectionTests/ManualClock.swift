import Common

/// A clock that moves when a test moves it; with a step, every look at it moves it too.
final class ManualClock: Clock {
    typealias Duration = Swift.Duration

    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func observersToWake() -> [CheckedContinuation<Void, Never>] {
            let count = sleepers.count
            defer { observers.removeAll { $0.count <= count } }
            return observers.filter { $0.count <= count }.map(\.continuation)
        }
    }

    private let state = Locked(State())
    private let step: Duration

    init(step: Duration = .zero) { self.step = step }

    let minimumResolution = Duration.zero

    var now: Instant {
        state.withLock { state in
            state.now.offset += step
            return state.now
        }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { start(id, deadline, $0) }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func start(_ id: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
        let (result, observers) = state.withLock {
            state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
            if deadline <= state.now { return (.success(()), []) }
            state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
            return (nil, state.observersToWake())
        }
        if let result { continuation.resume(with: result) }
        for observer in observers { observer.resume() }
    }

    /// Returns once at least `count` tasks sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.observers.append((count, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    /// Moves the clock and wakes whoever slept until then.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now.offset += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
