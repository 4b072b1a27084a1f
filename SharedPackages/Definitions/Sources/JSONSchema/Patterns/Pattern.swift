import Foundation

/// A compiled regular expression of ECMAScript with the `u` flag. It searches a text and need not match all of it.
package final class Pattern: Sendable {
    /// The outcome of a search.
    package enum Outcome: Sendable {
        case found, absent
        /// The search was given up at its step limit.
        case unfinished
    }

    /// The expression as declared.
    package let source: String
    package let syntax: PatternSyntax
    private let engine: Engine

    private enum Engine: Sendable {
        case program(PatternProgram)
        case foundation(FoundationExpression)
    }

    /// Compiles `source`.
    ///
    /// Differs from ECMAScript in a back reference to a group that took no part in the match: it fails here, and matches
    /// the empty text there.
    package init(_ source: String) throws(PatternError) {
        syntax = try PatternParser.parse(source)
        self.source = source
        if let program = PatternProgram(syntax) {
            engine = .program(program)
        } else if let expression = FoundationExpression(syntax) {
            engine = .foundation(expression)
        } else {
            throw PatternError(pattern: source, reason: "it uses what regular expressions of this system lack")
        }
    }

    /// Searches for the pattern anywhere in `text`.
    package func search(_ text: String) -> Outcome {
        switch engine {
        case .program(let program):
            var text = text
            return text.withUTF8 { PatternMatcher.search(program, in: $0) }
        case .foundation(let expression): return expression.search(text)
        }
    }

    /// Whether the pattern occurs in `text`, as far as a search within the step limit finds out.
    package func matches(_ text: String) -> Bool { search(text) == .found }

    /// Whether some short text exceeds the step limit of Foundation, which searches for the pattern in the app.
    package var isSlow: Bool {
        let texts = syntax.slowTexts
        guard !texts.isEmpty, let expression = FoundationExpression(syntax) else { return false }
        return texts.contains { expression.search($0) == .unfinished }
    }
}

/// An expression that ``PatternProgram`` does not support, run by Foundation.
struct FoundationExpression: Sendable {
    /// Foundation reports progress about every 10,000 steps. `PixelPattern` in PixelKit has the same limit.
    private static let mostReports = 10

    private let expression: NSRegularExpression

    init?(_ syntax: PatternSyntax) {
        // The search for the place is part of the expression. Foundation would otherwise report every place as progress.
        let source = "\\A[\\x{0}-\\x{10FFFF}]*?(?:\(PatternTranslator.expression(for: syntax)))"
        guard let expression = try? NSRegularExpression(pattern: source) else { return nil }
        self.expression = expression
    }

    func search(_ text: String) -> Pattern.Outcome {
        var outcome = Pattern.Outcome.absent
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

/// The reason why a pattern is refused.
package struct PatternError: Error, Equatable {
    package var pattern: String
    package var reason: String

    package var message: String { "'\(pattern)' is not an ECMAScript regular expression with the u flag: \(reason)" }
}

/// Compiled patterns by their source. Compiling one costs far more than finding it.
package final class PatternCache {
    private var patterns: [String: Pattern] = [:]

    package init() {}

    package func pattern(_ source: String) throws(PatternError) -> Pattern {
        if let known = patterns[source] { return known }
        let pattern = try Pattern(source)
        patterns[source] = pattern
        return pattern
    }
}
