extension EventMapping {
    /// A mapper that accepts every event and does nothing.
    public static var noOp: EventMapping<Event> { EventMapping() }

    /// Combines this mapper with others, each of which receives every event, in the order given.
    ///
    /// - Returns: A mapper that completes after the last of them has, with the error that was reported first.
    public final func combined(_ others: EventMapping<Event>...) -> EventMapping<Event> {
        CombinedEventMapping([self] + others)
    }

    /// Makes this mapper one of `Other` events, each of which is turned into an `Event` first.
    ///
    /// - Parameter transform: Called on the thread that fires.
    /// - Returns: A mapper that completes as this one does.
    public final func pullback<Other>(_ transform: @escaping @Sendable (Other) -> Event) -> EventMapping<Other> {
        EventMapping<Other> { event, error, parameters, onComplete in
            self.map(transform(event), error: error, parameters: parameters, onComplete: onComplete)
        }
    }

    /// Withholds from this mapper the events for which `isIncluded` is false.
    ///
    /// - Parameter isIncluded: Called on the thread that fires.
    /// - Returns: A mapper that completes as this one does, at once and with `nil` for a withheld event.
    public final func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> EventMapping<Event> {
        EventMapping { event, error, parameters, onComplete in
            guard isIncluded(event) else { return onComplete(nil) }
            self.map(event, error: error, parameters: parameters, onComplete: onComplete)
        }
    }
}
