import Common
import Persistence
import Primitives

extension PixelDispatcher {
    /// Tells what would happen to a pixel if it were fired now, without firing it. What was fired before is committed
    /// first.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func explain(_ pixel: some Pixel, frequency: Frequency? = nil) async throws -> PixelExplanation {
        let frequency = frequency ?? pixel.frequency
        let question = PixelQuestion(
            pixel: pixel, frequency: frequency, error: pixel.error.map(ErrorChain.init),
            preview: PixelPreview(pixel, frequency: frequency, environment: configuration.environment),
            now: configuration.time.milliseconds(), isShutDown: queue.withState { $0.isShutDown })
        _ = await writer.commitAll()
        let sampler = writer.sampler
        return try await database.read { [outbox] transaction in
            try question.answer(outbox, sampler, in: transaction)
        }
    }
}

/// What ``PixelDispatcher/explain(_:frequency:)`` asks the store.
private struct PixelQuestion: Sendable {
    let pixel: any Pixel
    let frequency: Frequency
    let error: ErrorChain?
    let preview: PixelPreview
    let now: Int64
    let isShutDown: Bool

    func answer(
        _ outbox: SQLiteOutbox, _ sampler: FireSampler, in transaction: borrowing Transaction
    ) throws -> PixelExplanation {
        let consent = try outbox.consent(in: transaction)
        let held = try sampling(outbox, sampler, in: transaction)
        let queued = consent == .pending ? "would be stored; consent is pending, nothing is sent" : "would be queued"
        let legs = try frequency.legs.indices.map { index in
            let reason =
                try refusal(preview.refusals[index], consent: consent, held: held)
                ?? closing(frequency.legs[index], outbox, in: transaction)
            return PixelExplanation.Leg(
                name: preview.names[index], isQueued: reason == nil, reason: reason ?? queued)
        }
        return PixelExplanation(legs: legs)
    }

    /// Why a leg ends before its window is asked, in the order in which a fire is judged.
    private func refusal(_ reason: DropReason?, consent: Consent, held: String?) -> String? {
        if isShutDown { return "refused: the dispatcher was shut down" }
        if consent == .denied { return "refused: consent is denied" }
        return switch reason {
        case .undeclared where pixel.allows(frequency): held ?? "refused: its definition does not allow a parameter"
        case .undeclared: "refused: its definition does not allow this frequency"
        case .invalidName: "refused: a name has 1 to \(PixelName.byteLimit) characters of A–Z a–z 0–9 _ . -"
        case .tooLong: held ?? "refused: the request line would be longer than 8 KiB"
        default: held
        }
    }

    private func sampling(
        _ outbox: SQLiteOutbox, _ sampler: FireSampler, in transaction: borrowing Transaction
    ) throws -> String? {
        guard let share = frequency.share else { return nil }
        let percent = Words.percent(share.fraction)
        if share.stability == .fire { return share.fraction > 0 ? nil : "held back: its share is 0 %" }
        let takesPart = try sampler.takesPart(pixel.name, share) { try outbox.seed(in: transaction) }
        if takesPart { return nil }
        let who = share.stability == .install ? "install" : "process"
        return "held back: this \(who) is not among the \(percent) that take part"
    }

    private func closing(
        _ leg: Frequency.Leg, _ outbox: SQLiteOutbox, in transaction: borrowing Transaction
    ) throws -> String? {
        guard let window = leg.window.gate(at: now) else { return nil }
        let key = GateKey(
            name: pixel.name, leg: leg, scope: frequency.scope, parameters: { pixel.parameters }, error: { error })
        guard let gate = try outbox.gate(key.text, in: transaction) else { return nil }
        switch window {
        case .period(let period, _) where !gate.periods.contains(period): return nil
        case .interval(let length, _) where abs(now - gate.at) >= length: return nil
        case .period, .interval: break
        }
        let time = Words.time(gate.at, now: now)
        // A clock that was set back may stand in a window before the last one; when that was closed is not kept.
        let closed = leg.window.gate(at: gate.at)?.period == window.period ? "closed since \(time)" : "closed"
        return switch leg.window {
        case .unlimited: nil
        case .install: "sent \(time); once per install"
        case .day: "daily window \(closed); opens in \(Words.span(leg.window.opening(after: now) - now))"
        case .month: "monthly window \(closed); opens in \(Words.span(leg.window.opening(after: now) - now))"
        case .interval(let length): "window \(closed); opens in \(Words.span(gate.at + length.milliseconds - now))"
        }
    }
}

extension GateWindow {
    /// The number of the period; `nil` for intervals.
    fileprivate var period: Int64? {
        if case .period(let period, _) = self { period } else { nil }
    }
}
