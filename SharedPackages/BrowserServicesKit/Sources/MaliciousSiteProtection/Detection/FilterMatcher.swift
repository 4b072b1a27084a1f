import Foundation

/// Tries filter patterns on an address, for a limited time.
///
/// A pattern may match anywhere in the address unless it is anchored, and its case does not matter. It may be written so
/// that matching takes for ever: the engine is asked about the time every few thousand steps and stops on the spot.
struct FilterMatcher: Sendable {
    /// What came of trying some patterns.
    struct Outcome: Equatable, Sendable {
        var isMatch = false
        /// Why patterns gave no answer.
        var failures: [FilterFailure] = []
    }

    /// How long one call may take: a thousand times what an ordinary pattern needs.
    static let limit = Duration.milliseconds(100)

    let clock: any Clock<Duration>

    /// Tries patterns until one matches or the time is up.
    func match(_ patterns: [String], on url: CanonicalURL) -> Outcome {
        var outcome = Outcome()
        if patterns.isEmpty { return outcome }
        let isTimeUp = clock.alarm(after: Self.limit)
        for pattern in patterns {
            switch search(pattern, in: url.text, isTimeUp: isTimeUp) {
            case .success(true):
                outcome.isMatch = true
                return outcome
            case .success(false): continue
            case .failure(.timedOut):
                outcome.failures.append(.timedOut)
                return outcome
            case .failure(let failure): outcome.failures.append(failure)
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
        let all = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: [.reportProgress, .reportCompletion], range: all) {
            match,
            flags,
            stop in
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
