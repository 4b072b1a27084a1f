import Persistence

/// Stands in for a dispatcher that does not exist yet: keeps what is fired, and hands it over in order.
///
/// Windows belong to the time of firing, also for what was kept. After ``bind(to:)`` it only passes on.
public final class DeferredPixels: PixelFiring {
    private typealias Handover = @Sendable (any PixelFiring) -> Void

    private struct State {
        var kept: [Handover] = []
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

    /// Creates an empty stand-in.
    ///
    /// - Parameters:
    ///   - limit: Fires that are kept; later ones are refused and counted. 1,000 by default: start-up fires dozens.
    ///   - time: Tells the time of firing.
    public init(limit: Int = 1000, time: TimeSource = .system) {
        self.limit = limit
        self.time = time
    }

    /// Requests that were refused because the limit was reached. A dispatcher counts them as
    /// ``Outbox/DropReason/memoryFull`` once it is bound.
    public var refusedCount: Int { state.withLock { $0.refusedCount } }

    /// Keeps the pixel, or passes it on.
    public func fire(
        _ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        let firedAt = time.milliseconds()
        let legs = (frequency ?? pixel.frequency).legs
        let verdict = keep(legCount: legs.count) { pixels in
            if let dispatcher = pixels as? PixelDispatcher {
                dispatcher.fire(pixel, frequency: frequency, at: firedAt, completion: completion)
            } else {
                pixels.fire(pixel, frequency: frequency, completion: completion)
            }
        }
        switch verdict {
        case .kept: break
        case .pass(let pixels): pixels.fire(pixel, frequency: frequency, completion: completion)
        case .refused: completion?(PixelOutcome(legs: legs.map { _ in .rejected(.memoryFull) }))
        }
    }

    private func keep(legCount: Int, _ handover: @escaping Handover) -> Verdict {
        state.withLock { state in
            if let pixels = state.pixels { return .pass(pixels) }
            guard state.kept.count < limit else {
                state.refusedCount += legCount
                return .refused
            }
            state.kept.append(handover)
            return .kept
        }
    }

    /// Hands over what was kept, in order, and passes on everything from then on.
    ///
    /// What other threads fire meanwhile follows in its order. Returns false, and changes nothing, when it was bound
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
            for handover in batch { handover(pixels) }
        }
        if let dispatcher = pixels as? PixelDispatcher { dispatcher.countRefused(refusedCount) }
        return true
    }

    /// What was kept since the last call; when that is nothing, binds for good and returns `nil`.
    private func takeBatch(orBind pixels: any PixelFiring) -> [Handover]? {
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
