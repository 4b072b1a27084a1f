public import Foundation

/// A clock that moves only when a test moves it: a monotonic clock and, through ``time``, a wall clock.
///
/// Public because the API of the testing products names it. They re-export this module.
public final class ManualClock: Clock, Sendable {
    /// A moment, as its distance from the clock's creation.
    public struct Instant: InstantProtocol {
        let offset: Duration

        /// Returns the moment that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this moment to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether `lhs` is the earlier moment.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        /// The date that the wall clock was set to, and the time since then. A running sum of dates would drift.
        var setDate: Date
        var elapsed = Duration.zero
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Locked<State>
    private let step: Duration

    /// Creates a clock that stands still at `date`.
    ///
    /// - Parameters:
    ///   - date: The wall clock's time. By default the start of 2026 in UTC.
    ///   - step: The time by which each reading of ``now`` moves the monotonic clock, for code that works until a time
    ///     limit is reached.
    public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600), step: Duration = .zero) {
        state = Locked(State(setDate: date))
        self.step = step
    }

    /// The monotonic time.
    public var now: Instant {
        state.withLock { state in
            state.now = state.now.advanced(by: step)
            return state.now
        }
    }

    /// Zero. The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// The wall clock's time.
    public var date: Date { state.withLock { $0.setDate + $0.elapsed.seconds } }

    /// Both clocks, for the code under test.
    public var time: TimeSource { TimeSource(now: { self.date }, clock: self) }

    /// Moves both clocks and wakes the tasks whose sleep is over, the earliest deadline first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            state.elapsed += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Sets the wall clock alone, as a person or a time server does. Sleeping tasks are not affected.
    public func set(date: Date) {
        state.withLock { state in
            state.setDate = date
            state.elapsed = .zero
        }
    }

    /// Waits until at least `count` tasks sleep on this clock. By then they have done their work before the sleep.
    public func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Suspends until a test has moved the clock to `deadline`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                add(Sleeper(deadline: deadline, continuation: continuation), id: id)
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func add(_ sleeper: Sleeper, id: Int) {
        let (isDue, reached) = state.withLock { state in
            if sleeper.deadline <= state.now { return (true, [CheckedContinuation<Void, Never>]()) }
            state.sleepers[id] = sleeper
            let count = state.sleepers.count
            let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (false, reached)
        }
        if isDue { sleeper.continuation.resume() }
        for continuation in reached { continuation.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
