/// Several mappers as one.
///
/// A type and not a closure, so that an app's mappers can be found behind it.
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
