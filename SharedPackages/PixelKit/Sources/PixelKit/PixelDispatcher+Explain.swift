import Persistence

extension PixelDispatcher {
    /// Tells what would happen to a pixel if it were fired now, without firing it.
    ///
    /// - Throws: A ``Persistence/DatabaseError`` when the store cannot be read.
    public func explain(_ pixel: some Pixel, frequency: Frequency? = nil) async throws -> PixelExplanation {
        let frequency = frequency ?? pixel.frequency
        let question = PixelQuestion(
            pixel: pixel, frequency: frequency, error: pixel.error.map(ErrorChain.init),
            preview: PixelPreview(pixel, frequency: frequency, environment: configuration.environment),
            now: configuration.time.milliseconds(), isShutDown: queue.withState { $0.isShutDown })
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
        var legs: [PixelExplanation.Leg] = []
        for (leg, name) in zip(frequency.legs, preview.names) {
            var reason = refusal(name)
            if reason == nil { reason = try sampling(outbox, sampler, in: transaction) }
            if reason == nil { reason = try closing(leg, outbox, in: transaction) }
            let consent = try outbox.consent(in: transaction)
            if consent == .denied { reason = "refused: consent is denied" }
            let queued =
                consent == .pending ? "would be stored; consent is pending, nothing is sent" : "would be queued"
            legs.append(PixelExplanation.Leg(name: name, isQueued: reason == nil, reason: reason ?? queued))
        }
        return PixelExplanation(legs: legs)
    }

    private func refusal(_ name: String) -> String? {
        if isShutDown { return "refused: the dispatcher was shut down" }
        if let allowed = pixel.allowedFrequencies, !allowed.contains(frequency) {
            return "refused: its definition does not allow this frequency"
        }
        guard PixelName.isValid(name), !pixel.name.isEmpty else {
            return "refused: a name has 1 to 200 characters of A–Z a–z 0–9 _ . -"
        }
        guard PixelRenderer.target(name: name, query: preview.query) != nil else {
            return "refused: the request line would be longer than 8 KiB"
        }
        return nil
    }

    private func sampling(
        _ outbox: SQLiteOutbox, _ sampler: FireSampler, in transaction: borrowing Transaction
    ) throws -> String? {
        guard let share = frequency.share else { return nil }
        let percent = "\(share.fraction * 100) %"
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
        let since = "closed since \(Words.time(gate.at, now: now))"
        return switch leg.window {
        case .unlimited: nil
        case .install: "sent \(Words.time(gate.at, now: now)); once per install"
        case .day: "daily window \(since); opens in \(Words.span(leg.window.opening(after: now) - now))"
        case .month: "monthly window \(since); opens in \(Words.span(leg.window.opening(after: now) - now))"
        case .interval(let length): "window \(since); opens in \(Words.span(gate.at + length.milliseconds - now))"
        }
    }
}
