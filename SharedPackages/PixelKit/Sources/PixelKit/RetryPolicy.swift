import Foundation

/// Decides what follows from an attempt; a pure function of what it is given.
struct RetryPolicy: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case delivered
        case dropped(DropReason)
        /// To be tried again after a time; the round of sending ends.
        case retry(after: Duration, mayHaveArrived: Bool)
    }

    /// The first wait, and the least: a day offline costs 8,640 attempts at the very most, and about 200 as a rule.
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
            return .retry(after: backoff, mayHaveArrived: failure.mayHaveArrived)
        case .answered(200...299, _):
            return .delivered
        case .answered(400...499, _) where !isTransient(result):
            return .dropped(.refused)
        case .answered(_, let retryAfter):
            // Redirects are not followed: they come from captive portals, and a pixel goes to its own server or nowhere.
            let asked = retryAfter.flatMap { RetryAfter.delay($0, now: now) } ?? .zero
            return .retry(after: max(backoff, min(asked, longestAsked)), mayHaveArrived: false)
        }
    }

    /// Exponential, with full jitter above the least wait.
    func backoff(failures: Int, random: Double) -> Duration {
        let ceiling = min(longest, base * (1 << min(failures, 30)))
        return base + (max(base, ceiling) - base) * random
    }

    private func isTransient(_ result: TransportResult) -> Bool {
        switch result {
        case .answered(408, _), .answered(425, _), .answered(429, _): true
        case .answered, .failed: false
        }
    }
}

/// The header of RFC 9110, section 10.2.3.
enum RetryAfter {
    /// How long to wait, or `nil` when the value says nothing: garbage, negative, or a date that has passed.
    static func delay(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(Int64(text) ?? Int64(Int32.max))  // Digits that overflow mean "very long".
        }
        guard let date = date(text), date > now else { return nil }
        return .milliseconds(Int64(min(date.timeIntervalSince(now), 1e9) * 1000))
    }

    /// The three forms of an HTTP date (RFC 9110, section 5.6.7).
    private static func date(_ text: String) -> Date? {
        for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.calendar = Calendar(identifier: .gregorian)
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
