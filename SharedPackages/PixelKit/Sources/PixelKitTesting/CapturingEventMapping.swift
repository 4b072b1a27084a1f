import Foundation
public import PixelKit

/// A mapper that keeps the events it receives, for the tests of a feature.
///
/// ```text
/// let events = CapturingEventMapping<SyncEvent>()
/// SyncFeature(events: events).sync()
/// #expect(events.events == [.started, .completed])
/// ```
public final class CapturingEventMapping<Event>: EventMapping<Event>, @unchecked Sendable {  // `captured` is locked.
    /// One call of `fire`.
    public struct Captured {
        /// What happened.
        public let event: Event
        /// The error that came with it.
        public let error: (any Error)?
        /// The parameters that came with it.
        public let parameters: [String: String]?
    }

    // An event need not be Sendable. The test that fired it reads it.
    private struct Kept: @unchecked Sendable {
        let call: Captured
    }

    private let captured = Locked<[Kept]>([])
    private let outcome: (any Error)?

    /// Creates a mapper that completes every event at once.
    ///
    /// - Parameter outcome: What it completes with. `nil`, the default, is success.
    public init(completingWith outcome: (any Error)? = nil) {
        self.outcome = outcome
        super.init()
    }

    /// Every call in order.
    public var calls: [Captured] { captured.withLock { $0 }.map(\.call) }
    /// Every event in order.
    public var events: [Event] { calls.map(\.event) }

    /// Forgets what was captured.
    public func reset() { captured.withLock { $0 = [] } }

    /// Keeps the event and completes.
    public override func map(
        _ event: Event, error: (any Error)?, parameters: [String: String]?, onComplete: @escaping Completion
    ) {
        let kept = Kept(call: Captured(event: event, error: error, parameters: parameters))
        captured.withLock { $0.append(kept) }
        onComplete(outcome)
    }
}

extension CapturingEventMapping.Captured: Sendable where Event: Sendable {}
