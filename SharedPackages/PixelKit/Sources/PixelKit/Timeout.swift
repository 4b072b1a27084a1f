import Persistence

/// Returns what `body` returns, or `nil` when that takes longer than `timeout`.
///
/// After the timeout `body` is cancelled, not awaited: something that hangs would notice too late.
func valueOrNil<T: Sendable>(
    within timeout: Duration, clock: any Clock<Duration>, body: @escaping @Sendable () async -> T
) async -> T? {
    await withCheckedContinuation { (continuation: CheckedContinuation<T?, Never>) in
        let once = Locked<CheckedContinuation<T?, Never>?>(continuation)
        let finish: @Sendable (T?) -> Void = { value in
            let first = once.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            first?.resume(returning: value)
        }
        let work = Task { await body() }
        let timer = Task {
            try? await clock.sleep(for: timeout)
            guard !Task.isCancelled else { return }
            work.cancel()
            finish(nil)
        }
        Task {
            finish(await work.value)
            timer.cancel()
        }
    }
}
