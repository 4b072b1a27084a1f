import Foundation

/// Decides what follows from an attempt; a pure function of what it is given.
struct RetryPolicy: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case delivered
        case dropped(DropReason)
        /// To be tried again after a time; the round of sending ends.
        ///
        /// - Parameters:
        ///   - isAsked: Whether the server asked for the time: then nothing shortens it.
        ///   - mayHaveArrived: Whether the next attempt is a repetition for the server.
        case retry(after: Duration, isAsked: Bool, mayHaveArrived: Bool)
    }

    /// The least wait: a day offline costs 8,640 attempts at the very most, and about 200 as a rule.
    var base: Duration = .seconds(10)
    /// The longest wait that it chooses itself.
    var longest: Duration = .seconds(900)
    /// The longest wait that a server may ask for; a typing error there must not silence a device for a year.
    var longestAsked: Duration = .seconds(86_400)

    /// - Parameters:
    ///   - result: What became of the attempt.
    ///   - failures: How many attempts or rounds failed before this one.
    ///   - now: What a date in `Retry-After` is compared with.
    ///   - random: A number in 0..<1.
    func verdict(_ result: TransportResult, failures: Int, now: Date, random: Double) -> Verdict {
        let backoff = backoff(failures: failures, random: random)
        switch result {
        case .failed(let failure):
            return .retry(after: backoff, isAsked: false, mayHaveArrived: failure.mayHaveArrived)
        case .answered(200...299, _):
            return .delivered
        case .answered(400...499, _) where !isTransient(result):
            return .dropped(.refused)
        case .answered(_, let retryAfter):
            // Redirects are not followed: they come from captive portals, and a pixel goes to its own server or nowhere.
            let asked = retryAfter.flatMap { RetryAfter.delay($0, now: now) } ?? .zero
            return .retry(
                after: max(backoff, min(asked, longestAsked)), isAsked: asked > .zero, mayHaveArrived: false)
        }
    }

    /// Exponential, with full jitter above the least wait.
    func backoff(failures: Int, random: Double) -> Duration {
        let ceiling = min(longest, base * (2 << min(max(failures, 0), 30)))
        return base + (max(base, ceiling) - base) * random
    }

    private func isTransient(_ result: TransportResult) -> Bool {
        switch result {
        case .answered(408, _), .answered(425, _), .answered(429, _): true
        case .answered, .failed: false
        }
    }
}
