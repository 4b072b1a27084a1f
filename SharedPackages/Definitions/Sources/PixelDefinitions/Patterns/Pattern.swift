import Foundation

/// A compiled regular expression of ECMAScript with the `u` flag; a search, not a whole match.
package struct Pattern: Sendable {
    /// The expression as declared.
    package let source: String
    private let program: PatternProgram?
    private let expression: NSRegularExpression

    /// Compiles `source`.
    ///
    /// A back reference to a group that took no part in the match fails here, where ECMAScript takes it for empty.
    init(_ source: String) throws(PatternError) {
        let syntax = try PatternParser.parse(source)
        self.source = source
        program = PatternProgram(syntax)
        do {
            let translated = PatternTranslator.expression(for: syntax)
            // Foundation refuses the empty expression, which matches everything.
            expression = try NSRegularExpression(pattern: translated.isEmpty ? "(?:)" : translated)
        } catch {
            throw PatternError(pattern: source, reason: "it uses what regular expressions of this system lack")
        }
    }

    /// Whether the pattern occurs anywhere in `text`.
    package func matches(_ text: String) -> Bool {
        var text = text
        if let program, text.utf8.count <= PatternMatcher.longestText {
            let found = text.withUTF8 { PatternMatcher.search(program, in: $0) }
            if let found { return found }
        }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
