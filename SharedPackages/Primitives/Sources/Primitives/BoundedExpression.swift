import Foundation

/// A regular expression whose searches end after a number of steps.
///
/// Some expressions take a time that doubles with each character of the text, such as `(a+)+$`.
package struct BoundedExpression: Sendable {
    /// The outcome of a search.
    package enum Outcome: Sendable {
        case found, absent
        /// The search was given up at its step limit.
        case unfinished
    }

    /// Foundation reports progress about every 10,000 steps. The definitions are validated with the same limit.
    private static let mostReports = 10

    private let expression: NSRegularExpression

    /// Compiles an expression in the dialect of `NSRegularExpression`.
    package init(_ source: String) throws {
        // The search for the place is part of the expression. Otherwise Foundation reports each place as progress.
        expression = try NSRegularExpression(pattern: "\\A[\\x{0}-\\x{10FFFF}]*?(?:\(source))")
    }

    /// Searches for the expression anywhere in `text`.
    package func search(_ text: String) -> Outcome {
        var outcome = Outcome.absent
        var reports = 0
        let range = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: range) { match, _, stop in
            if match != nil {
                outcome = .found
            } else {
                reports += 1
                guard reports > Self.mostReports else { return }
                outcome = .unfinished
            }
            stop.pointee = true
        }
        return outcome
    }
}
