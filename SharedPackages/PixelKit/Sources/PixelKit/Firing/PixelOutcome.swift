/// What became of one fire: an entry for each leg of its frequency, in order.
public struct PixelOutcome: Sendable, Equatable {
    /// What became of one leg.
    public enum Leg: Sendable, Equatable {
        /// Committed: it is delivered, or counted under a reason.
        case queued
        /// Held back, as it should be.
        case suppressed(Suppression)
        /// Refused and counted, except for ``/Outbox/DropReason/denied``, which leaves no trace.
        case rejected(DropReason)
    }

    /// Why a leg was held back.
    public enum Suppression: Sendable, Equatable {
        /// Its window already had its pixel.
        case frequency
        /// Its share does not take part.
        case sampling
    }

    /// One entry a leg, in the frequency's order.
    public let legs: [Leg]

    /// Creates an outcome.
    public init(legs: [Leg]) { self.legs = legs }

    /// Whether at least one leg was queued.
    public var isQueued: Bool { legs.contains(.queued) }
}
