import Persistence

/// Returns what `body` returns, or `nil` when that takes longer than `timeout`, or when the caller is cancelled.
///
/// Then `body` is cancelled, not awaited: something that hangs would notice too late.
func valueOrNil<T: Sendable>(
    within timeout: Duration, clock: any Clock<Duration>, body: @escaping @Sendable () async -> T
) async -> T? {
    let race = Race<T>()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            race.begin(continuation)
            let work = Task { race.finish(await body()) }
            let timer = Task {
                // Cancelled: the race is over.
                if (try? await clock.sleep(for: timeout)) != nil { race.finish(nil) }
            }
            race.own([work, timer])
        }
    } onCancel: {
        race.finish(nil)
    }
}

/// Resumes its continuation once, with whatever comes first, and cancels the rest.
private final class Race<T: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<T?, Never>?
        var runners: [Task<Void, Never>] = []
        var isOver = false
    }

    private let state = Locked(State())

    func begin(_ continuation: CheckedContinuation<T?, Never>) {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: nil) }
    }

    func own(_ runners: [Task<Void, Never>]) {
        let isOver = state.withLock { state in
            if !state.isOver { state.runners = runners }
            return state.isOver
        }
        if isOver { for runner in runners { runner.cancel() } }
    }

    func finish(_ value: T?) {
        let (continuation, runners) = state.withLock { state in
            defer {
                state.isOver = true
                state.continuation = nil
                state.runners = []
            }
            return (state.continuation, state.runners)
        }
        continuation?.resume(returning: value)
        for runner in runners { runner.cancel() }
    }
}

extension Clock<Duration> {
    /// Returns what `body` returns, and how long it took.
    func measuring<T>(_ body: () async -> T) async -> (T, Duration) {
        let start = now
        let value = await body()
        return (value, start.duration(to: now))
    }
}
