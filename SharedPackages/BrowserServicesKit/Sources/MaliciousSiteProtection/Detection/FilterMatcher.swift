import Foundation

/// Tries filters on an address, for a limited time.
///
/// A pattern may match anywhere in the address unless it is anchored, and its case does not matter. It may be written so
/// that matching takes for ever: the engine is asked about the time every few thousand steps and stops on the spot.
struct FilterMatcher: Sendable {
    /// A pattern, and the threat at the addresses that it matches.
    struct Candidate: Sendable {
        let category: ThreatKind
        let pattern: String
    }

    /// What came of trying some filters.
    struct Outcome: Equatable, Sendable {
        /// A filter that gave no answer.
        struct Failure: Equatable, Sendable {
            let category: ThreatKind
            let reason: FilterFailure
        }

        /// The category of the first filter that matches.
        var match: ThreatKind?
        var failures: [Failure] = []
    }

    /// How long all filters together may take: a thousand times what an ordinary one needs.
    static let limit = Duration.milliseconds(100)

    let clock: any Clock<Duration>

    /// Tries filters in their order until one matches or the time is up.
    func match(_ candidates: [Candidate], on url: CanonicalURL) -> Outcome {
        var outcome = Outcome()
        if candidates.isEmpty { return outcome }
        let isTimeUp = clock.alarm(after: Self.limit)
        for candidate in candidates {
            switch search(candidate.pattern, in: url.text, isTimeUp: isTimeUp) {
            case .success(true):
                outcome.match = candidate.category
                return outcome
            case .success(false): continue
            case .failure(let reason):
                outcome.failures.append(Outcome.Failure(category: candidate.category, reason: reason))
                if reason == .timedOut { return outcome }
            }
        }
        return outcome
    }

    private func search(
        _ pattern: String,
        in text: String,
        isTimeUp: @escaping () -> Bool
    ) -> Result<Bool, FilterFailure> {
        guard let expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive) else {
            return .failure(.invalidPattern)
        }
        var result: Result<Bool, FilterFailure> = .success(false)
        let options: NSRegularExpression.MatchingOptions = [.reportProgress, .reportCompletion]
        let all = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: options, range: all) { match, flags, stop in
            if match != nil {
                result = .success(true)
                stop.pointee = true
            } else if flags.contains(.internalError) {
                result = .failure(.tooComplex)
            } else if flags.contains(.progress), isTimeUp() {
                result = .failure(.timedOut)
                stop.pointee = true
            }
        }
        return result
    }
}

extension Clock<Duration> {
    /// Returns a function that tells whether a time has passed since now.
    fileprivate func alarm(after time: Duration) -> () -> Bool {
        let end = now.advanced(by: time)
        return { now >= end }
    }
}

extension FilterFailure: Error {}
