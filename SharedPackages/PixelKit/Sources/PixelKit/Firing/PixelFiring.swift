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
