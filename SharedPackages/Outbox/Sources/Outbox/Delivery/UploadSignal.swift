/// Wakes the uploader. Calls during a round are merged.
final class UploadSignal: Sendable {
    struct Call: Sendable {
        /// Whether to try during a pause.
        var isForced = false
        var isStopped = false
    }

    private struct State {
        var call: Call?
        var waiter: CheckedContinuation<Void, Never>?
        var isStopped = false
    }

    private let state = Locked(State())

    func send(forced: Bool = false) {
        resume { state in
            var call = state.call ?? Call()
            call.isForced = call.isForced || forced
            state.call = call
        }
    }

    func stop() { resume { $0.isStopped = true } }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Waits for a call, at most for `delay`, or without a limit.
    func next(after delay: Duration?, clock: any Clock<Duration>) async -> Call {
        let isReady = state.withLock { $0.call != nil || $0.isStopped }
        let timer = (isReady ? nil : delay).map { delay in
            Task { [weak self] in
                if (try? await clock.sleep(for: delay)) != nil { self?.send() }
            }
        }
        defer { timer?.cancel() }
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.call != nil || state.isStopped { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { state in
            var call = state.call ?? Call()
            call.isStopped = state.isStopped
            state.call = nil
            return call
        }
    }

    private func resume(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
