import Primitives

/// Searches an address with filters, for a limited time.
///
/// A pattern matches anywhere in the address unless it is anchored, and ignores case. `.` matches every character.
struct FilterMatcher: Sendable {
    /// A filter and the address that it is for.
    struct Candidate: Sendable {
        let category: ThreatKind
        let pattern: FilterPattern
        let text: CanonicalText
    }

    /// The result of a search.
    struct Outcome: Equatable, Sendable {
        /// A filter that was not evaluated.
        struct Failure: Equatable, Sendable {
            let category: ThreatKind
            let reason: FilterFailure
        }

        /// The category of the first filter that matches.
        var match: ThreatKind?
        var failures: [Failure] = []
    }

    /// The time for all filters together: ten times what 3,000 filters of a host need.
    static let limit = Duration.milliseconds(100)

    let clock: any Clock<Duration>

    /// Evaluates filters in their order until one matches or the time is over.
    func match(_ candidates: [Candidate]) -> Outcome {
        var outcome = Outcome()
        if candidates.isEmpty { return outcome }
        let isTimeUp = clock.alarm(after: Self.limit)
        for candidate in candidates {
            let result =
                isTimeUp() ? .failure(.timedOut) : candidate.pattern.matches(candidate.text, isTimeUp: isTimeUp)
            switch result {
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
}

extension Clock<Duration> {
    /// Returns a function that returns true after a time has passed.
    fileprivate func alarm(after time: Duration) -> () -> Bool {
        let end = now.advanced(by: time)
        return { now >= end }
    }
}
