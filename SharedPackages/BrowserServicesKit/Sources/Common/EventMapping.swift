/// Where a feature reports what happened, without knowing what becomes of it.
///
/// A shared package is handed an `EventMapping<Event>` and fires cases of a plain enum; the app registers a mapper
/// that decides what is sent. Write a mapper as a closure, or as a subclass that overrides
/// ``map(_:error:parameters:onComplete:)``:
///
/// ```text
/// let mapper = EventMapping<SyncEvent> { event, error, parameters, onComplete in
///     record(event)
///     onComplete(error)
/// }
/// ```
///
/// Mapping happens synchronously, on the caller's thread and in the caller's order. Events need not be `Sendable`.
/// A subclass adds `, @unchecked Sendable` to its declaration (the language does not let it inherit the promise) and
/// keeps only immutable, `Sendable` state.
open class EventMapping<Event>: @unchecked Sendable {  // One immutable `@Sendable` closure is all its state.
    /// Receives the outcome of one fired event: `nil`, or the error that the mapper met.
    public typealias Completion = @Sendable (_ error: (any Error)?) -> Void

    /// Turns an event into whatever the app wants of it, and calls `onComplete` when that is done.
    public typealias Mapping =
        @Sendable (
            _ event: Event, _ error: (any Error)?, _ parameters: [String: String]?, _ onComplete: @escaping Completion
        ) -> Void

    private let mapping: Mapping

    /// Creates a mapper from a closure; without one, every event is accepted and ignored.
    ///
    /// A subclass either passes its closure here (`super.init { event, error, parameters, onComplete in … }`) or
    /// calls `super.init()` and overrides ``map(_:error:parameters:onComplete:)``.
    public init(mapping: @escaping Mapping = { _, _, _, onComplete in onComplete(nil) }) {
        self.mapping = mapping
    }

    /// Reports that `event` happened and returns once it is mapped.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - error: The error that belongs to the event, if it is not part of the event itself.
    ///   - parameters: Details that only some mappers use. Prefer associated values of the event.
    ///   - onComplete: Called exactly once, on whatever thread the mapper completes: also when the mapper completes
    ///     twice (the first call counts), late, or never (then with `nil`, as soon as the mapper has let go of it).
    public final func fire(
        _ event: Event,
        error: (any Error)? = nil,
        parameters: [String: String]? = nil,
        onComplete: Completion? = nil
    ) {
        guard let onComplete else {
            map(event, error: error, parameters: parameters, onComplete: { _ in })
            return
        }
        let token = CompletionToken(onComplete)
        // The optimiser may release what is not used again: a mapper that forgets to complete does so after it returns.
        withExtendedLifetime(token) {
            map(event, error: error, parameters: parameters, onComplete: { token.complete($0) })
        }
    }

    /// Reports that `event` happened and returns the mapper's outcome once it has completed.
    ///
    /// Mapping runs on the caller's actor before the first suspension, so the order of events is the caller's.
    ///
    /// - Returns: The error that the mapper met, or `nil`.
    public nonisolated(nonsending) final func fireAndWait(
        _ event: Event,
        error: (any Error)? = nil,
        parameters: [String: String]? = nil
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            fire(event, error: error, parameters: parameters) { continuation.resume(returning: $0) }
        }
    }

    /// Maps one event; override it instead of passing a closure to the initialiser.
    ///
    /// Called on the thread that fires. `onComplete` may be called from any thread, at any time. Features call
    /// ``fire(_:error:parameters:onComplete:)``, which alone sees to it that the caller's completion runs exactly once.
    open func map(
        _ event: Event,
        error: (any Error)?,
        parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        mapping(event, error, parameters, onComplete)
    }
}
