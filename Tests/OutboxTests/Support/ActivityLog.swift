import PixelKit

/// Keeps what a dispatcher reports, and lets a test wait for it.
final class ActivityLog: EventMapping<OutboxActivity>, @unchecked Sendable {  // Its one field is locked.
    private struct Waiter {
        let condition: @Sendable ([OutboxActivity]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var events: [OutboxActivity] = []
        var waiters: [Waiter] = []
    }

    private let state = Locked(State())

    init() { super.init() }

    var events: [OutboxActivity] { state.withLock { $0.events } }

    override func map(
        _ event: OutboxActivity, error: (any Error)?, parameters: [String: String]?, onComplete: @escaping Completion
    ) {
        let due = state.withLock { state in
            state.events.append(event)
            let events = state.events
            let due = state.waiters.filter { $0.condition(events) }.map(\.continuation)
            state.waiters.removeAll { $0.condition(events) }
            return due
        }
        for continuation in due { continuation.resume() }
        onComplete(nil)
    }

    /// Waits until the events so far meet a condition.
    func wait(until condition: @escaping @Sendable ([OutboxActivity]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if condition(state.events) { return true }
                state.waiters.append(Waiter(condition: condition, continuation: continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }
}
