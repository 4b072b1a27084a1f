import Foundation
import Networking
import Primitives

extension Backoff {
    /// Between attempts to write. A short disk shortage should delay events little.
    static let storage = Backoff(base: .seconds(2), longest: .seconds(60))
    /// Between attempts to erase. The first obstacle is a reader that ends within milliseconds.
    static let erasing = Backoff(base: .milliseconds(200), longest: .seconds(60))
    /// Between attempts to send. A day offline costs at most 8,640 attempts, and about 200 as a rule.
    static let sending = Backoff(base: .seconds(10), longest: .seconds(900), isRandom: true)
}

/// Decides on the next step after an attempt. A pure function of its input.
struct RetryPolicy: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case delivered
        case dropped(DropReason)
        /// The request is sent again after a delay, and the round of sending ends.
        ///
        /// - Parameters:
        ///   - isAsked: Whether the server asked for the delay. Then nothing shortens it.
        ///   - mayHaveArrived: Whether the next attempt can be a repetition for the server.
        case retry(after: Duration, isAsked: Bool, mayHaveArrived: Bool)
    }

    var backoff = Backoff.sending
    /// The longest delay that a server can ask for. A typing error there must not silence a device for a year.
    var longestAsked: Duration = .seconds(86_400)

    /// - Parameters:
    ///   - result: The result of the attempt.
    ///   - failures: The number of attempts or rounds that failed before.
    ///   - now: The date that a date in `Retry-After` is compared with.
    ///   - random: A number in 0..<1.
    func verdict(_ result: TransportResult, failures: Int, now: Date, random: Double) -> Verdict {
        let delay = backoff.delay(failures: failures, random: random)
        switch result {
        case .failed(let failure):
            return .retry(after: delay, isAsked: false, mayHaveArrived: failure.mayHaveArrived)
        case .answered(200...299, _):
            return .delivered
        case .answered(400...499, _) where !isTransient(result):
            return .dropped(.refused)
        case .answered(_, let retryAfter):
            // Redirects are not followed. They come from captive portals, and requests go to their own server only.
            let asked = retryAfter.flatMap { RetryAfter.delay($0, now: now) } ?? .zero
            return .retry(after: max(delay, min(asked, longestAsked)), isAsked: asked > .zero, mayHaveArrived: false)
        }
    }

    private func isTransient(_ result: TransportResult) -> Bool {
        switch result {
        case .answered(408, _), .answered(425, _), .answered(429, _): true
        case .answered, .failed: false
        }
    }
}
