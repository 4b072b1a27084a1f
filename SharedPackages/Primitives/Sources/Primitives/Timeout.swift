/// An operation did not end within its time limit.
package struct TimeoutError: Error {
    package init() {}
}

/// Runs an operation and returns its result, unless the time limit comes first.
///
/// A late operation is cancelled but not awaited, so that an operation that ignores its cancellation delays no caller.
///
/// - Throws: The operation's error, ``TimeoutError``, or `CancellationError` when the calling task is cancelled.
package func withTimeout<Value: Sendable>(
    _ limit: Duration, on clock: any Clock<Duration>, operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let result = await valueOrNil(within: limit, clock: clock) { () async -> Result<Value, any Error> in
        do { return .success(try await operation()) } catch { return .failure(error) }
    }
    guard let result else {
        if Task.isCancelled { throw CancellationError() }
        throw TimeoutError()
    }
    return try result.get()
}

/// Runs `body` and returns its value, or `nil` when the timeout passes or the calling task is cancelled.
///
/// In both cases `body` is cancelled but not awaited.
package func valueOrNil<Value: Sendable>(
    within timeout: Duration, clock: any Clock<Duration>, body: @escaping @Sendable () async -> Value
) async -> Value? {
    await valueOrNil(before: { try await clock.sleep(for: timeout) }, body: body)
}

/// Runs `body` and returns its value, or `nil` when `limit` returns first or the calling task is cancelled.
///
/// In both cases `body` is cancelled but not awaited.
package func valueOrNil<Value: Sendable>(
    before limit: @escaping @Sendable () async throws -> Void, body: @escaping @Sendable () async -> Value
) async -> Value? {
    let race = Race<Value>()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            race.begin(continuation)
            let work = Task { race.finish(await body()) }
            let timer = Task {
                // A cancelled sleep means that the race is over.
                if (try? await limit()) != nil { race.finish(nil) }
            }
            race.own([work, timer])
        }
    } onCancel: {
        race.finish(nil)
    }
}

/// Resumes its continuation once, with the first result, and cancels the other runners.
private final class Race<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value?, Never>?
        var runners: [Task<Void, Never>] = []
        var isOver = false
    }

    private let state = Locked(State())

    func begin(_ continuation: CheckedContinuation<Value?, Never>) {
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

    func finish(_ value: Value?) {
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
    /// Runs `body` and returns its value and the time that it took.
    package func measuring<Value>(_ body: () async -> Value) async -> (Value, Duration) {
        let start = now
        let value = await body()
        return (value, start.duration(to: now))
    }
}
