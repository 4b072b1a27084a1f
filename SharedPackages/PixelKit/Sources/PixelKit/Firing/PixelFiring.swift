/// Where the app's mappers fire pixels.
public protocol PixelFiring: Sendable {
    /// Fires a pixel and returns at once: no I/O, no waiting, from any thread, in any state.
    ///
    /// - Parameters:
    ///   - pixel: What to send.
    ///   - frequency: A frequency to use instead of the pixel's own, among those that it allows; any other is rejected.
    ///   - completion: Called exactly once: at once on this thread when the fire is held back or refused in memory,
    ///     otherwise after the commit, on PixelKit's thread. It also commits at once instead of gathering.
    func fire(_ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?)
}

extension PixelFiring {
    /// Fires a pixel with its own frequency.
    public func fire(_ pixel: some Pixel) { fire(pixel, frequency: nil, completion: nil) }

    /// Fires a pixel with one of the frequencies that it allows.
    public func fire(_ pixel: some Pixel, frequency: Frequency) { fire(pixel, frequency: frequency, completion: nil) }

    /// Fires a pixel with its own frequency and reports what became of it.
    public func fire(_ pixel: some Pixel, completion: @escaping @Sendable (PixelOutcome) -> Void) {
        fire(pixel, frequency: nil, completion: completion)
    }

    /// Fires a pixel and returns what became of it once that is committed.
    ///
    /// Not named `fire`: next to an overload that suspends, every plain `fire` in an async function would be an error.
    @discardableResult
    public func fireAndWait(_ pixel: some Pixel, frequency: Frequency? = nil) async -> PixelOutcome {
        await withCheckedContinuation { continuation in
            fire(pixel, frequency: frequency) { continuation.resume(returning: $0) }
        }
    }
}

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
