/// The result of a fire at this moment and the reasons, as text.
public struct PixelExplanation: Sendable, Equatable {
    /// The result for one leg.
    public struct Leg: Sendable, Equatable {
        /// The leg's complete name.
        public let name: String
        /// Whether it would be queued.
        public let isQueued: Bool
        /// The result and the reason: `daily window closed since 09:14 UTC; opens in 14 h 46 m`.
        public let reason: String
    }

    /// One entry for each leg, in the order of the frequency.
    public let legs: [Leg]
}

extension PixelExplanation: CustomStringConvertible {
    /// One line for each leg: name and reason.
    public var description: String { legs.map { "\($0.name): \($0.reason)" }.joined(separator: "\n") }
}

extension PixelDispatcher {
    /// Returns what would happen to a pixel if it were fired now, without firing it. Earlier fires are committed first.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` if the store cannot be read.
    public func explain(_ pixel: some Pixel, frequency: Frequency? = nil) async throws -> PixelExplanation {
        let frequency = frequency ?? pixel.frequency
        let question = PixelQuestion(
            pixel: pixel, frequency: frequency, error: pixel.error.map(ErrorChain.init),
            preview: PixelPreview(pixel, frequency: frequency, environment: environment),
            now: outbox.time.milliseconds(), isShutDown: outbox.isShutDown)
        return try await outbox.read { [sampler] store, transaction in
            try question.answer(store, sampler, in: transaction)
        }
    }
}

/// The input of an explanation.
private struct PixelQuestion: Sendable {
    let pixel: any Pixel
    let frequency: Frequency
    let error: ErrorChain?
    let preview: PixelPreview
    let now: Int64
    let isShutDown: Bool

    func answer(
        _ store: OutboxStore, _ sampler: FireSampler, in transaction: borrowing Transaction
    ) throws -> PixelExplanation {
        let consent = try store.consent(in: transaction)
        let held = try sampling(store, sampler, in: transaction)
        let queued = consent == .pending ? "would be stored; consent is pending, nothing is sent" : "would be queued"
        let legs = try frequency.legs.indices.map { index in
            let reason =
                try refusal(preview.refusals[index], consent: consent, held: held)
                ?? closing(frequency.legs[index], store, in: transaction)
            return PixelExplanation.Leg(
                name: preview.names[index], isQueued: reason == nil, reason: reason ?? queued)
        }
        return PixelExplanation(legs: legs)
    }

    /// Returns why a leg ends before its window is read, in the order of a real fire.
    private func refusal(_ reason: DropReason?, consent: Consent, held: String?) -> String? {
        if isShutDown { return "refused: the outbox was shut down" }
        if consent == .denied { return "refused: consent is denied" }
        return switch reason {
        case .undeclared where pixel.allows(frequency): held ?? "refused: its definition does not allow a parameter"
        case .undeclared: "refused: its definition does not allow this frequency"
        case .invalidName: "refused: a name has 1 to \(PixelName.byteLimit) characters of A–Z a–z 0–9 _ . -"
        case .tooComplex: held ?? "refused: a parameter takes too many steps to check against its pattern"
        case .tooLong: held ?? "refused: the request line would be longer than 8 KiB"
        default: held
        }
    }

    private func sampling(
        _ store: OutboxStore, _ sampler: FireSampler, in transaction: borrowing Transaction
    ) throws -> String? {
        guard let share = frequency.share else { return nil }
        let percent = ExplanationText.percent(share.fraction)
        if share.stability == .fire { return share.fraction > 0 ? nil : "held back: its share is 0 %" }
        let takesPart = try sampler.takesPart(pixel.name, share) { try store.seed(in: transaction) }
        if takesPart { return nil }
        let who = share.stability == .install ? "install" : "process"
        return "held back: this \(who) is not among the \(percent) that take part"
    }

    private func closing(
        _ leg: Frequency.Leg, _ store: OutboxStore, in transaction: borrowing Transaction
    ) throws -> String? {
        guard let window = leg.window.gate(at: now) else { return nil }
        let key = GateKey(
            name: pixel.name, leg: leg, scope: frequency.scope, parameters: { pixel.parameters }, error: { error })
        guard let gate = try store.gate(key.text, in: transaction) else { return nil }
        switch window {
        case .period(let period, _) where !gate.periods.contains(period): return nil
        case .interval(let length, _) where abs(now - gate.at) >= length: return nil
        case .period, .interval: break
        }
        let time = ExplanationText.time(gate.at, now: now)
        // A clock that was set back can be in an earlier window. The time when that was closed is not stored.
        let closed = leg.window.gate(at: gate.at)?.period == window.period ? "closed since \(time)" : "closed"
        return switch leg.window {
        case .unlimited: nil
        case .install: "sent \(time); once per install"
        case .day: "daily window \(closed); opens in \(ExplanationText.span(leg.window.opening(after: now) - now))"
        case .month: "monthly window \(closed); opens in \(ExplanationText.span(leg.window.opening(after: now) - now))"
        case .interval(let length):
            "window \(closed); opens in \(ExplanationText.span(gate.at + length.milliseconds - now))"
        }
    }
}

extension GateWindow {
    /// The number of the period. `nil` for intervals.
    fileprivate var period: Int64? {
        if case .period(let period, _) = self { period } else { nil }
    }
}
