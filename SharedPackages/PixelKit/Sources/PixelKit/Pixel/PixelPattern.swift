import Foundation

/// A regular expression that an open key or an open value must match; a search, not a whole match.
public struct PixelPattern: Sendable {
    private let expression: NSRegularExpression?

    /// Compiles an expression in the dialect of `NSRegularExpression`; one that is invalid matches nothing.
    public init(_ source: String) {
        expression = try? NSRegularExpression(pattern: source)
    }

    /// Whether the expression occurs in `text`.
    public func matches(_ text: String) -> Bool {
        expression?.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
