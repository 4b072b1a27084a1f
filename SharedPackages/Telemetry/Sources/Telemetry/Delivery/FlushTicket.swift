import Primitives

/// One request to flush, on its way through the sinks of a line.
final class FlushTicket: Sendable {
    private struct State {
        var unfinished: Set<Int>
        var waiter: CheckedContinuation<Void, Never>?
        var isOver: Bool
    }

    let deadline: Deadline
    private let state: Locked<State>

    init(sinks: Int, deadline: Deadline) {
        self.deadline = deadline
        state = Locked(State(unfinished: Set(0..<sinks), isOver: sinks == 0))
    }

    /// Notes that a sink has flushed.
    func finish(_ sink: Int) {
        end { state in
            state.unfinished.remove(sink)
            return state.unfinished.isEmpty
        }
    }

    /// Waits for the sinks, at the latest until the deadline or until the task is cancelled.
    ///
    /// - Returns: The sinks that had not flushed.
    func wait() async -> Set<Int> {
        let timer = Task {
            try? await deadline.wait()
            end { _ in true }
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiter = continuation }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            end { _ in true }
        }
        timer.cancel()
        return state.withLock { $0.unfinished }
    }

    private func end(_ isOver: (inout State) -> Bool) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard isOver(&state) else { return nil }
            state.isOver = true
            return state.waiter.take()
        }
        waiter?.resume()
    }
}
