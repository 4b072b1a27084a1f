/// Fires pixels. The app's mappers call it.
public protocol PixelFiring: Sendable {
    /// Fires a pixel and returns at once, without I/O, from any thread and in any state.
    ///
    /// - Parameters:
    ///   - pixel: The pixel.
    ///   - frequency: A frequency to use instead of the pixel's own. The pixel must allow it, or it is rejected.
    ///   - completion: Called once: at once on this thread if the fire is held back or refused in memory, otherwise after
    ///     the commit on a thread of the outbox. A fire with a completion is committed without gathering others.
    func fire(_ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?)
}

extension PixelFiring {
    /// Fires a pixel with its own frequency.
    public func fire(_ pixel: some Pixel) { fire(pixel, frequency: nil, completion: nil) }

    /// Fires a pixel with one of the frequencies that it allows.
    public func fire(_ pixel: some Pixel, frequency: Frequency) { fire(pixel, frequency: frequency, completion: nil) }

    /// Fires a pixel with its own frequency and reports the outcome.
    public func fire(_ pixel: some Pixel, completion: @escaping @Sendable (PixelOutcome) -> Void) {
        fire(pixel, frequency: nil, completion: completion)
    }

    /// Fires a pixel and returns the outcome after the commit.
    ///
    /// It is not named `fire`, because an async overload would make every plain `fire` in an async function an error.
    @discardableResult
    public func fireAndWait(_ pixel: some Pixel, frequency: Frequency? = nil) async -> PixelOutcome {
        await withCheckedContinuation { continuation in
            fire(pixel, frequency: frequency) { continuation.resume(returning: $0) }
        }
    }
}

/// The outcome of one fire, with an entry for each leg of its frequency.
public struct PixelOutcome: Sendable, Equatable {
    /// The outcome of one leg.
    public enum Leg: Sendable, Equatable {
        /// It is committed, and will be delivered or counted under a reason.
        case queued
        /// It was held back by its frequency or by sampling.
        case suppressed(Suppression)
        /// It was refused and counted. A refusal for ``/Outbox/DropReason/denied`` is not counted.
        case rejected(DropReason)
    }

    /// The reason why a leg was held back.
    public enum Suppression: Sendable, Equatable {
        /// The window is already taken.
        case frequency
        /// The fire is not in the sample.
        case sampling
    }

    /// One entry for each leg, in the order of the frequency.
    public let legs: [Leg]

    /// Creates an outcome.
    public init(legs: [Leg]) { self.legs = legs }

    /// Whether at least one leg was queued.
    public var isQueued: Bool { legs.contains(.queued) }
}
