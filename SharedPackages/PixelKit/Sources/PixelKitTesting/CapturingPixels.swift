public import PixelKit

/// Keeps the pixels that are fired, for the tests of a mapper. Every window is open, every share takes part; what a
/// dispatcher would refuse (a frequency that the pixel does not allow, a name it may not have) is refused here too.
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
        /// What its completion received.
        public let outcome: PixelOutcome
        /// The complete names of its requests, one for each leg that is not refused.
        public let names: [String]
        /// The query that its requests carry, encoded, with its leading `?`; empty when nothing travels.
        public let query: String
    }

    private let environment: PixelEnvironment
    private let outcome: @Sendable (Frequency) -> PixelOutcome
    private let captured = Locked<[Fire]>([])

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - environment: What platform and form factor stand for in names; this machine's by default.
    ///   - outcome: What completions receive for legs that are not refused. By default every leg is queued.
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
