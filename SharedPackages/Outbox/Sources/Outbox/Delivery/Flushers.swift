/// The callers that wait until the uploader has sent the pending requests.
final class Flushers: Sendable {
    private struct State {
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Int?, Never>] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// The number of the last caller. A round answers the callers that came before it began.
    var last: Int { state.withLock { $0.lastID } }

    /// Calls `wake`, waits, and returns the number of pending requests, or `nil` if it is unknown.
    func wait(wake: @Sendable () -> Void) async -> Int? {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isClosed = state.withLock { state in
                    if !state.isClosed { state.waiting[id] = continuation }
                    return state.isClosed
                }
                if isClosed { return continuation.resume(returning: nil) }
                wake()
                if Task.isCancelled { end(id) }
            }
        } onCancel: {
            end(id)
        }
    }

    /// Answers the callers up to `last`.
    func end(upTo last: Int, pending: Int?) {
        let served = state.withLock { state in
            let served = state.waiting.filter { $0.key <= last }
            for id in served.keys { state.waiting[id] = nil }
            return Array(served.values)
        }
        for continuation in served { continuation.resume(returning: pending) }
    }

    /// Answers all callers, also later ones.
    func close() {
        state.withLock { $0.isClosed = true }
        end(upTo: .max, pending: nil)
    }

    private func end(_ id: Int) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        waiting?.resume(returning: nil)
    }
}
