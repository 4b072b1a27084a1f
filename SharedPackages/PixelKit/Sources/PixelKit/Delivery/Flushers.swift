import Persistence
import Primitives

/// Those who wait for the uploader to send what waits.
final class Flushers: Sendable {
    private struct State {
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Int?, Never>] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// The last who came: a round speaks for those who were there when it began.
    var last: Int { state.withLock { $0.lastID } }

    /// Waits, after calling `wake`, and returns how many requests still wait; `nil` when nobody can tell.
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

    /// Ends the waits of those who came no later than `last`.
    func end(upTo last: Int, pending: Int?) {
        let served = state.withLock { state in
            let served = state.waiting.filter { $0.key <= last }
            for id in served.keys { state.waiting[id] = nil }
            return Array(served.values)
        }
        for continuation in served { continuation.resume(returning: pending) }
    }

    /// Ends all waits, also those to come.
    func close() {
        state.withLock { $0.isClosed = true }
        end(upTo: .max, pending: nil)
    }

    private func end(_ id: Int) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
        waiting?.resume(returning: nil)
    }
}
