import Common
import Primitives

/// A fire on its way from the caller to the writer.
struct PendingFire: Sendable {
    let pixel: any Pixel
    let frequency: Frequency
    /// A bit for each leg that is still to be admitted; the others were held back in memory.
    let openLegs: UInt64
    /// Milliseconds since 1970.
    let firedAt: Int64
    /// Taken on the caller's thread: an error object may be bound to it.
    let error: ErrorChain?
    let isDeclared: Bool
    let completion: (@Sendable (PixelOutcome) -> Void)?
}
