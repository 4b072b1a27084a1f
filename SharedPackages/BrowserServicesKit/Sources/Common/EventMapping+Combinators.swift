import Primitives

extension EventMapping {
    /// A mapper that ignores every event.
    public static var noOp: EventMapping<Event> { EventMapping() }

    /// Combines this mapper with others. Each of them receives every event, in the order given.
    ///
    /// - Returns: A mapper that completes after all of them have, with the first error that was reported.
    public final func combined(_ others: EventMapping<Event>...) -> EventMapping<Event> {
        CombinedEventMapping([self] + others)
    }

    /// Turns this mapper into one of `Other` events, each of which is converted into an `Event` first.
    ///
    /// - Parameter transform: Called on the thread that fires.
    /// - Returns: A mapper that completes as this one does.
    public final func pullback<Other>(_ transform: @escaping @Sendable (Other) -> Event) -> EventMapping<Other> {
        EventMapping<Other> { event, error, parameters, onComplete in
            self.map(transform(event), error: error, parameters: parameters, onComplete: onComplete)
        }
    }

    /// Passes only those events to this mapper for which `isIncluded` is true.
    ///
    /// - Parameter isIncluded: Called on the thread that fires.
    /// - Returns: A mapper that completes as this one does. For an excluded event it completes at once, with `nil`.
    public final func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> EventMapping<Event> {
        EventMapping { event, error, parameters, onComplete in
            guard isIncluded(event) else { return onComplete(nil) }
            self.map(event, error: error, parameters: parameters, onComplete: onComplete)
        }
    }
}

/// Several mappers as one. It is a type of its own so that an audit of the app can find the mappers in it.
// Its one property is a `let` of a Sendable type.
package final class CombinedEventMapping<Event>: EventMapping<Event>, @unchecked Sendable {
    package let mappers: [EventMapping<Event>]

    init(_ mappers: [EventMapping<Event>]) {
        self.mappers = mappers
        super.init()
    }

    package override func map(
        _ event: Event,
        error: (any Error)?,
        parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        let join = CompletionJoin(count: mappers.count, onComplete)
        for mapper in mappers {
            mapper.fire(event, error: error, parameters: parameters, onComplete: { join.complete($0) })
        }
    }
}

/// Calls a completion after a number of others have been called, with the first error among them.
private final class CompletionJoin: Sendable {
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
