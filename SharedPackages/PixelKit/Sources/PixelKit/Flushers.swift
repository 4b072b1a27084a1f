import Persistence

/// Those who wait for the uploader to send what waits.
final class Flushers: Sendable {
    private struct State {
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Int, Never>] = [:]
    }

    private let state = Locked(State())

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// Waits, after calling `wake`, and returns how many requests still wait; 0 when cancelled.
    func wait(wake: @Sendable () -> Void) async -> Int {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiting[id] = continuation }
                wake()
                if Task.isCancelled { end(id) }
            }
        } onCancel: {
            end(id)
        }
    }

    /// Ends all waits.
    func end(pending: Int) {
        let all = state.withLock { state in
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in all { continuation.resume(returning: pending) }
    }

    private func end(_ id: Int) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        waiting?.resume(returning: 0)
    }
}
