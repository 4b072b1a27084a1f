/// Writes a parsed pattern in the dialect of Foundation's regular expressions, with the meaning that ECMAScript gives it.
enum PatternTranslator {
    static func expression(for syntax: PatternSyntax) -> String {
        switch syntax {
        case .empty: ""
        case .scalar(let scalar): escaped(scalar.value)
        case .set(let set): expression(for: set)
        case .sequence(let terms): terms.map(expression(for:)).joined()
        case .alternatives(let branches): branches.map(expression(for:)).joined(separator: "|")
        case .group(let body, let number): (number == nil ? "(?:" : "(") + expression(for: body) + ")"
        case .repetition(let atom, let minimum, let maximum, let isLazy):
            "(?:\(expression(for: atom))){\(minimum),\(maximum.map(String.init) ?? "")}" + (isLazy ? "?" : "")
        case .start: "\\A"
        case .end: "\\z"
        case .wordBoundary(let isNegated): isNegated ? "(?:\(inside)|\(outside))" : "(?:\(opening)|\(closing))"
        case .look(let body, let isBehind, let isNegated):
            "(?\(isBehind ? "<" : "")\(isNegated ? "!" : "=")\(expression(for: body)))"
        case .backreference(let number): "(?:\\\(number))"
        }
    }

    // `\b` of Foundation's expressions counts letters of every script; ECMAScript's only ASCII.
    private static let opening = "(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])"
    private static let closing = "(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])"
    private static let inside = "(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])"
    private static let outside = "(?<![A-Za-z0-9_])(?![A-Za-z0-9_])"

    private static func expression(for set: ScalarSet) -> String {
        if set.ranges.isEmpty, set.properties.isEmpty {
            return set.isNegated ? "[\\x{0}-\\x{10FFFF}]" : "(?!)"
        }
        let ranges = set.ranges.map { "\(escaped($0.lowerBound))-\(escaped($0.upperBound))" }
        let properties = set.properties.map { "\\\($0.isNegated ? "P" : "p"){\($0.expression)}" }
        return "[\(set.isNegated ? "^" : "")" + (ranges + properties).joined() + "]"
    }

    private static func escaped(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16))}" }
}
