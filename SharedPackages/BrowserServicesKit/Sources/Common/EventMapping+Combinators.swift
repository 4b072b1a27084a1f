import Synchronization

extension EventMapping {
    /// A mapper that accepts every event and does nothing.
    public static var noOp: EventMapping<Event> { EventMapping() }

    /// Returns a mapper that hands every event to this mapper and then to each of `others`, in that order.
    ///
    /// It completes once, after the last of them has completed, with the first error that any of them reported.
    public final func combined(_ others: EventMapping<Event>...) -> EventMapping<Event> {
        let mappers = [self] + others
        return EventMapping { event, error, parameters, onComplete in
            let join = CompletionJoin(count: mappers.count, onComplete)
            for mapper in mappers {
                mapper.fire(event, error: error, parameters: parameters, onComplete: { join.complete($0) })
            }
        }
    }

    /// Returns a mapper of `Other` events that turns each into an `Event` and hands it to this mapper.
    ///
    /// - Parameter transform: Called on the thread that fires.
    public final func pullback<Other>(_ transform: @escaping @Sendable (Other) -> Event) -> EventMapping<Other> {
        EventMapping<Other> { event, error, parameters, onComplete in
            self.map(transform(event), error: error, parameters: parameters, onComplete: onComplete)
        }
    }

    /// Returns a mapper that hands on the events for which `isIncluded` is true; the others complete with `nil`.
    ///
    /// - Parameter isIncluded: Called on the thread that fires.
    public final func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> EventMapping<Event> {
        EventMapping { event, error, parameters, onComplete in
            guard isIncluded(event) else { return onComplete(nil) }
            self.map(event, error: error, parameters: parameters, onComplete: onComplete)
        }
    }
}

/// Waits for a number of completions and passes on the first error.
private final class CompletionJoin: Sendable {
    private let remaining: Atomic<Int>
    private let firstError = FirstError()
    private let completion: @Sendable ((any Error)?) -> Void

    init(count: Int, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
        remaining = Atomic(count)
        self.completion = completion
    }

    func complete(_ error: (any Error)?) {
        if let error { firstError.set(error) }
        if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
            completion(firstError.value)
        }
    }
}

/// Keeps the first error it is given.
private final class FirstError: Sendable {
    private final class Box: Sendable {
        let error: any Error
        init(_ error: any Error) { self.error = error }
    }

    private let box = AtomicLazyReference<Box>()

    var value: (any Error)? { box.load()?.error }

    func set(_ error: any Error) { _ = box.storeIfNil(Box(error)) }
}
