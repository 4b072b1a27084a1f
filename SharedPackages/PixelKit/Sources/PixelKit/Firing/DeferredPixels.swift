/// Keeps fires in memory until a dispatcher exists, and then hands them over in order.
///
/// Windows belong to the time of firing, also for kept fires. After ``bind(to:)`` it passes fires on. Fires that it still
/// keeps when it is released are rejected as ``/Outbox/DropReason/shutDown``.
///
/// ```swift
/// import Foundation
///
/// let pixels = DeferredPixels()  // Pass it to the mappers at once.
///
/// func openStore(in folder: URL, endpoint: URL) {
///     pixels.bind(to: PixelDispatcher.live(endpoint: endpoint, directory: folder, initialConsent: .granted))
/// }
/// ```
public final class DeferredPixels: PixelFiring {
    private struct Kept {
        let handOver: @Sendable (any PixelFiring) -> Void
        let frequency: Frequency
        let completion: (@Sendable (PixelOutcome) -> Void)?
    }

    private struct State {
        var kept: [Kept] = []
        var refusedCount = 0
        var isHandingOver = false
        var pixels: (any PixelFiring)?
    }

    private enum Verdict {
        case kept, refused
        case pass(any PixelFiring)
    }

    private let limit: Int
    private let time: TimeSource
    private let state = Locked(State())

    /// Creates an instance without fires.
    ///
    /// - Parameters:
    ///   - limit: The most kept fires. Later ones are refused and counted. 1,000 by default. Start-up fires dozens.
    ///   - time: The clock for the time of firing.
    public init(limit: Int = 1000, time: TimeSource = .system) {
        self.limit = limit
        self.time = time
    }

    deinit {
        for kept in state.withLock({ $0.kept }) {
            kept.completion?(PixelOutcome(kept.frequency, .rejected(.shutDown)))
        }
    }

    /// The requests that were refused because the limit was reached. A dispatcher counts them as
    /// ``/Outbox/DropReason/memoryFull`` once it is bound.
    public var refusedCount: Int { state.withLock { $0.refusedCount } }

    /// Keeps the pixel, or passes it on after ``bind(to:)``.
    public func fire(
        _ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        if let pixels = state.withLock({ $0.pixels }) {
            return pixels.fire(pixel, frequency: frequency, completion: completion)
        }
        let frequency = frequency ?? pixel.frequency
        switch keep(keeping(pixel, as: frequency, completion: completion)) {
        case .kept: break
        case .pass(let pixels): pixels.fire(pixel, frequency: frequency, completion: completion)
        case .refused: completion?(PixelOutcome(frequency, .rejected(.memoryFull)))
        }
    }

    private func keeping(
        _ pixel: some Pixel, as frequency: Frequency, completion: (@Sendable (PixelOutcome) -> Void)?
    ) -> Kept {
        let firedAt = time.milliseconds()
        let error = pixel.error.map(ErrorChain.init)  // On the thread that fires, as in a dispatcher.
        let handOver: @Sendable (any PixelFiring) -> Void = { pixels in
            if let dispatcher = pixels as? PixelDispatcher {
                dispatcher.fire(pixel, as: frequency, at: firedAt, error: error, completion: completion)
            } else {
                pixels.fire(pixel, frequency: frequency, completion: completion)
            }
        }
        return Kept(handOver: handOver, frequency: frequency, completion: completion)
    }

    private func keep(_ kept: Kept) -> Verdict {
        state.withLock { state in
            if let pixels = state.pixels { return .pass(pixels) }
            guard state.kept.count < limit else {
                state.refusedCount += kept.frequency.legs.count
                return .refused
            }
            state.kept.append(kept)
            return .kept
        }
    }

    /// Hands over the kept fires in order, and passes on all later ones.
    ///
    /// Fires of other threads during the call follow in their order. Returns false, and changes nothing, if it was bound
    /// before.
    @discardableResult
    public func bind(to pixels: any PixelFiring) -> Bool {
        let isFirst = state.withLock { state in
            guard !state.isHandingOver, state.pixels == nil else { return false }
            state.isHandingOver = true
            return true
        }
        guard isFirst else { return false }
        while let batch = takeBatch(orBind: pixels) {
            for kept in batch { kept.handOver(pixels) }
        }
        if let dispatcher = pixels as? PixelDispatcher { dispatcher.outbox.countRefused(refusedCount) }
        return true
    }

    /// Returns the fires that were kept since the last call. Without any, binds permanently and returns `nil`.
    private func takeBatch(orBind pixels: any PixelFiring) -> [Kept]? {
        state.withLock { state in
            guard !state.kept.isEmpty else {
                state.pixels = pixels
                return nil
            }
            defer { state.kept = [] }
            return state.kept
        }
    }
}
