public import PixelKit

/// Keeps fired pixels, for the tests of a mapper. Every window is open and sampling holds nothing back. An undeclared
/// frequency and an invalid name are rejected as in a dispatcher.
///
/// ```text
/// let pixels = CapturingPixels()
/// SyncEventMapper(pixels: pixels).fire(.failed)
/// #expect(pixels.names == ["m_sync_failed_daily", "m_sync_failed_count"])
/// ```
public final class CapturingPixels: PixelFiring {
    /// One call of `fire`.
    public struct Fire: Sendable {
        /// The pixel.
        public let pixel: any Pixel
        /// The frequency: the one passed to `fire`, or the pixel's own.
        public let frequency: Frequency
        /// The outcome that its completion received.
        public let outcome: PixelOutcome
        /// The complete names of its requests, one for each leg that is not rejected.
        public let names: [String]
        /// The encoded query of its requests with its leading `?`. Empty without parameters.
        public let query: String
    }

    private let environment: PixelEnvironment
    private let outcome: @Sendable (Frequency) -> PixelOutcome
    private let captured = Locked<[Fire]>([])

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - environment: The platform and form factor in names. Those of this machine by default.
    ///   - outcome: The outcome of legs that are not rejected. By default every leg is queued.
    public init(
        environment: PixelEnvironment = PixelEnvironment(),
        outcome: @escaping @Sendable (Frequency) -> PixelOutcome = { PixelOutcome(legs: $0.legs.map { _ in .queued }) }
    ) {
        self.environment = environment
        self.outcome = outcome
    }

    /// Every call in order.
    public var fires: [Fire] { captured.withLock { $0 } }
    /// The names of all requests in order.
    public var names: [String] { fires.flatMap(\.names) }

    /// Forgets what was captured.
    public func reset() { captured.withLock { $0 = [] } }

    /// Keeps the pixel and completes at once.
    public func fire(
        _ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        let frequency = frequency ?? pixel.frequency
        let preview = PixelPreview(pixel, frequency: frequency, environment: environment)
        let legs = zip(outcome(frequency).legs, preview.refusals).map { leg, refusal in
            refusal.map(PixelOutcome.Leg.rejected) ?? leg
        }
        let names = zip(preview.names, preview.refusals).filter { $0.1 == nil }.map(\.0)
        let fire = Fire(
            pixel: pixel, frequency: frequency, outcome: PixelOutcome(legs: legs), names: names, query: preview.query)
        captured.withLock { $0.append(fire) }
        completion?(fire.outcome)
    }
}
