import Primitives

/// A clock that moves only when a test moves it.
public final class SteppingClock: Clock, Sendable {
    /// A moment, told by its distance from the clock's start.
    public struct Instant: InstantProtocol {
        /// The distance from the clock's start.
        public let offset: Duration

        /// Returns the moment that is `duration` later.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

        /// Returns the time from this moment to `other`.
        public func duration(to other: Self) -> Duration { other.offset - offset }

        /// Whether `lhs` is the earlier moment.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper: Sendable {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let served = watchers.filter { $0.count <= sleepers.count }.map(\.continuation)
            watchers.removeAll { $0.count <= sleepers.count }
            return served
        }
    }

    private let state = Locked(State())

    /// Creates a clock that stands still.
    public init() {}

    /// The moment that the clock was last moved to.
    public var now: Instant { state.withLock { $0.now } }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// Moves the clock, and wakes who slept until then.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { $0.value.end <= state.now }
            for id in woken.keys { state.sleepers[id] = nil }
            return woken.values.sorted { $0.end < $1.end }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits until at least `count` tasks sleep on the clock.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let served = state.withLock { state in
                state.watchers.append((count, continuation))
                return state.takeWatchers()
            }
            for watcher in served { watcher.resume() }
        }
    }

    /// Suspends until the clock was moved to `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(id, Sleeper(end: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func begin(_ id: Int, _ sleeper: Sleeper) {
        enum Outcome { case sleeps, cancelled, over }
        let (outcome, watchers) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(id) != nil { return (.cancelled, []) }
            if sleeper.end <= state.now { return (.over, []) }
            state.sleepers[id] = sleeper
            return (.sleeps, state.takeWatchers())
        }
        switch outcome {
        case .sleeps: break
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .over: sleeper.continuation.resume()
        }
        for watcher in watchers { watcher.resume() }
    }
}
