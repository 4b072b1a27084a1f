import Primitives

/// The object through which a feature reports what happened. The app decides what is sent.
///
/// A feature in a shared package declares its events as an enum, takes an `EventMapping` of them in its initialiser, and
/// fires. It knows no pixels and no servers:
///
/// ```swift
/// import Common
///
/// /// The events that syncing reports to the app.
/// public enum SyncEvent: Sendable {
///     /// All records were exchanged.
///     case completed(records: Int)
///     /// Syncing stopped. The error comes with the event.
///     case failed
/// }
///
/// /// Exchanges records with the server.
/// public struct SyncFeature: Sendable {
///     private let eventMapping: EventMapping<SyncEvent>
///
///     /// Creates the feature.
///     public init(eventMapping: EventMapping<SyncEvent>) { self.eventMapping = eventMapping }
///
///     /// Reports the result of one exchange.
///     public func finish(_ result: Result<Int, any Error>) {
///         switch result {
///         case .success(let records): eventMapping.fire(.completed(records: records))
///         case .failure(let error): eventMapping.fire(.failed, error: error)
///         }
///     }
/// }
/// ```
///
/// The app writes the mapper once, as a closure or as a subclass that overrides
/// ``map(_:error:parameters:onComplete:)``. Its `switch` has no `default`, so a new event does not compile until it is
/// mapped:
///
/// ```swift
/// import Common
///
/// enum DoorEvent { case opened, closed }
///
/// func mapper(record: @escaping @Sendable (String) -> Void) -> EventMapping<DoorEvent> {
///     EventMapping { event, _, _, onComplete in
///         switch event {
///         case .opened: record("door_opened")
///         case .closed: record("door_closed")
///         }
///         onComplete(nil)
///     }
/// }
/// ```
///
/// Mapping runs synchronously on the thread that fires, so events keep the caller's order and need not be `Sendable`.
/// A subclass adds `, @unchecked Sendable` to its declaration, because Swift does not inherit the conformance. It may
/// store only immutable properties of `Sendable` types.
open class EventMapping<Event>: @unchecked Sendable {  // One immutable `@Sendable` closure is all its state.
    /// Receives the outcome of one event: `nil`, or the error that the mapper met.
    public typealias Completion = @Sendable (_ error: (any Error)?) -> Void

    /// Maps one event and calls `onComplete` when that is done.
    public typealias Mapping =
        @Sendable (
            _ event: Event, _ error: (any Error)?, _ parameters: [String: String]?, _ onComplete: @escaping Completion
        ) -> Void

    private let mapping: Mapping

    /// Creates a mapper from a closure. Without a closure, the mapper ignores every event.
    ///
    /// A subclass passes its closure here (`super.init { event, error, parameters, onComplete in … }`), or calls
    /// `super.init()` and overrides ``map(_:error:parameters:onComplete:)``.
    public init(mapping: @escaping Mapping = { _, _, _, onComplete in onComplete(nil) }) {
        self.mapping = mapping
    }

    /// Reports an event and returns once it is mapped.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - error: The error that belongs to the event, if the event does not carry it.
    ///   - parameters: Details that only some mappers use. Prefer associated values of the event.
    ///   - onComplete: Called exactly once, on the thread on which the mapper completes. If the mapper completes twice,
    ///     the first call counts. If it never completes, `onComplete` receives `nil` when the mapper releases the closure.
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
        // Without this, the optimiser may release the token before `map` returns, and its deinitializer completes too early.
        withExtendedLifetime(token) {
            map(event, error: error, parameters: parameters, onComplete: { token.complete($0) })
        }
    }

    /// Reports an event and waits until the mapper has completed.
    ///
    /// Mapping runs on the caller's actor before the first suspension, so events keep the caller's order.
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

    /// Maps one event. A subclass overrides it instead of passing a closure to the initialiser.
    ///
    /// It runs on the thread that fires, and may call `onComplete` from any thread at any time. Features do not call it:
    /// ``fire(_:error:parameters:onComplete:)`` alone makes sure that the caller's completion runs exactly once.
    open func map(
        _ event: Event,
        error: (any Error)?,
        parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        mapping(event, error, parameters, onComplete)
    }
}

/// Calls a completion exactly once.
///
/// The mapper's closure owns the token. If the mapper releases that closure without calling it, the deinitializer
/// completes.
private final class CompletionToken: Sendable {
    private let isCompleted = Locked(false)
    private let completion: @Sendable ((any Error)?) -> Void

    init(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
        self.completion = completion
    }

    deinit { complete(nil) }

    func complete(_ error: (any Error)?) {
        let wasCompleted = isCompleted.withLock { isCompleted in
            defer { isCompleted = true }
            return isCompleted
        }
        if !wasCompleted { completion(error) }
    }
}
