import Primitives

/// Calls a completion once a number of others have arrived, with the first error among them.
final class CompletionJoin: Sendable {
    private struct State {
        var remaining: Int
        var firstError: (any Error)?
    }

    private let state: Locked<State>
    private let completion: @Sendable ((any Error)?) -> Void

    init(count: Int, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        state = Locked(State(remaining: count))
        self.completion = completion
    }

    func complete(_ error: (any Error)?) {
        let end = state.withLock { state in
            state.remaining -= 1
            if state.firstError == nil { state.firstError = error }
            return (isLast: state.remaining == 0, error: state.firstError)
        }
        if end.isLast { completion(end.error) }
    }
}
