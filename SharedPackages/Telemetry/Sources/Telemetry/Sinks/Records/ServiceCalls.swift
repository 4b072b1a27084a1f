import Primitives

/// Calls to a service: one after the other, with a pause after an error.
///
/// For actors whose methods suspend. An actor alone starts a second call while the first one is suspended.
final class ServiceCalls: Sendable {
    private struct State {
        var isBusy = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        var pause: Deadline?
    }

    private let retryInterval: Duration
    private let clock: any Clock<Duration>
    private let state = Locked(State())

    init(retryInterval: Duration, clock: any Clock<Duration>) {
        self.retryInterval = retryInterval
        self.clock = clock
    }

    /// Whether the last call failed and its pause has not passed.
    var isPaused: Bool { state.withLock { $0.pause.map { !$0.hasPassed } ?? false } }

    /// Waits for earlier calls, then runs `body`. It does not wait for the pause. An error begins a pause.
    func run(_ body: () async throws -> Void) async throws {
        await waitForTurn()
        defer { endTurn()?.resume() }
        do {
            try await body()
            state.withLock { $0.pause = nil }
        } catch {
            let pause = Deadline(after: retryInterval, clock: clock)
            state.withLock { $0.pause = pause }
            throw error
        }
    }

    private func waitForTurn() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                defer { state.isBusy = true }
                if state.isBusy { state.waiters.append(continuation) }
                return !state.isBusy
            }
            if isFree { continuation.resume() }
        }
    }

    /// Passes the turn to the first waiter, without a gap in which another call could start.
    private func endTurn() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            if state.waiters.isEmpty {
                state.isBusy = false
                return nil
            }
            return state.waiters.removeFirst()
        }
    }
}
