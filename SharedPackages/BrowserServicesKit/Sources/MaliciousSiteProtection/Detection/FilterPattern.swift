import Foundation
import Primitives

/// A filter pattern: the literal texts that every match contains, and the regular expression.
///
/// Most filters of a host can be rejected by their literals, which costs a fraction of the regular expression. The
/// expression is compiled when the literals are first found, and kept.
final class FilterPattern: Sendable {
    private let pattern: String
    private let literals: [[UInt8]]
    private let expression = Locked<Result<NSRegularExpression, FilterFailure>?>(nil)

    init(_ pattern: String) {
        self.pattern = pattern
        literals = requiredLiterals(of: pattern)
    }

    /// Searches an address. It gives up when `isTimeUp` returns true.
    func matches(_ text: CanonicalText, isTimeUp: @escaping () -> Bool) -> Result<Bool, FilterFailure> {
        guard literals.allSatisfy(text.contains) else { return .success(false) }
        return compiled().flatMap { $0.matches(text.string, isTimeUp: isTimeUp) }
    }

    private func compiled() -> Result<NSRegularExpression, FilterFailure> {
        if let known = expression.withLock({ $0 }) { return known }
        let options: NSRegularExpression.Options = [.caseInsensitive, .dotMatchesLineSeparators]
        let new = Result { try NSRegularExpression(pattern: pattern, options: options) }
            .mapError { _ in FilterFailure.invalidPattern }
        expression.withLock { $0 = new }
        return new
    }
}

extension NSRegularExpression {
    /// The engine calls back every few thousand steps, so that a pattern that backtracks for ever is stopped.
    fileprivate func matches(_ text: String, isTimeUp: @escaping () -> Bool) -> Result<Bool, FilterFailure> {
        var result: Result<Bool, FilterFailure> = .success(false)
        let all = NSRange(text.startIndex..., in: text)
        enumerateMatches(in: text, options: [.reportProgress, .reportCompletion], range: all) { match, flags, stop in
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

/// The text of an address as a string and as bytes.
struct CanonicalText: Sendable {
    let string: String
    private let bytes: [UInt8]

    init(_ url: CanonicalURL) {
        string = url.text
        bytes = Array(url.text.utf8)
    }

    func contains(_ literal: [UInt8]) -> Bool {
        guard let first = literal.first else { return true }
        return bytes.withUnsafeBytes { text in
            var rest = text[...]
            while let start = rest.firstIndex(of: first) {
                rest = rest[start...]
                if rest.starts(with: literal) { return true }
                rest = rest.dropFirst()
            }
            return false
        }
    }
}

/// The most recently used patterns, so that the filters of a host are compiled once.
///
/// It keeps two generations. When the young one is full, it becomes the old one, and what was old is dropped.
final class FilterPatternCache: Sendable {
    private struct Generations {
        var young: [String: FilterPattern] = [:]
        var old: [String: FilterPattern] = [:]
    }

    private let limit: Int
    private let generations = Locked(Generations())

    /// - Parameter limit: The size of a generation. Twice as many patterns are kept at most. 8,192 by default: a real data set
    ///   has 3,078 filters of one host.
    init(limit: Int = 8_192) { self.limit = limit }

    /// The number of patterns that are kept.
    var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    /// Returns patterns by their text, in the order given.
    func patterns(_ texts: some Sequence<String>) -> [FilterPattern] {
        generations.withLock { generations in
            texts.map { text in
                if let known = generations.young[text] { return known }
                let pattern = generations.old.removeValue(forKey: text) ?? FilterPattern(text)
                if generations.young.count >= limit { generations = Generations(old: generations.young) }
                generations.young[text] = pattern
                return pattern
            }
        }
    }
}

// MARK: - Literals

/// The texts that a match of a pattern must contain, in lower case. Empty if the pattern is not understood.
///
/// It reads only the outermost level of a pattern: groups and character classes are skipped. In doubt it requires nothing,
/// and the regular expression decides.
func requiredLiterals(of pattern: String) -> [[UInt8]] {
    var scanner = LiteralScanner(bytes: Array(pattern.utf8))
    return scanner.literals() ?? []
}

private struct LiteralScanner {
    let bytes: [UInt8]
    var position = 0
    private var current: [UInt8] = []
    private var found: [[UInt8]] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func literals() -> [[UInt8]]? {
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\\"): guard scanEscape() else { return nil }
            case UInt8(ascii: "("): guard skipGroup() else { return nil }
            case UInt8(ascii: "["): guard skipClass() else { return nil }
            case UInt8(ascii: "{"): guard skipCount() else { return nil }
            case UInt8(ascii: "|"), UInt8(ascii: ")"): return nil
            case UInt8(ascii: "*"), UInt8(ascii: "?"): endRun(droppingLast: true)
            case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"): endRun()
            case 0x80...: endRun()
            default: current.append(Ascii.lowercased(byte))
            }
        }
        endRun()
        return found
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// - Parameter droppingLast: Whether the last character is optional.
    private mutating func endRun(droppingLast: Bool = false) {
        if droppingLast, !current.isEmpty { current.removeLast() }
        if current.count > 1 { found.append(current) }
        current = []
    }

    private mutating func scanEscape() -> Bool {
        guard let byte = next(), byte < 0x80 else { return false }
        let isLetterOrDigit = Ascii.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        guard isLetterOrDigit else {
            current.append(byte)
            return true
        }
        endRun()
        return "dDwWsSbBAzZtnrf".utf8.contains(byte)  // Others take arguments or quote what follows.
    }

    /// Skips a group and what is in it. Comments, and the flag that allows comments, are not understood.
    private mutating func skipGroup() -> Bool {
        endRun()
        var depth = 1
        var isFirst = true
        while depth > 0, let byte = next() {
            switch byte {
            case UInt8(ascii: "\\"): if next().map({ "QE".utf8.contains($0) }) ?? true { return false }
            case UInt8(ascii: "["): if !skipClass() { return false }
            case UInt8(ascii: "("):
                depth += 1
                isFirst = true
                continue
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "?") where isFirst: if !skipFlags() { return false }
            default: break
            }
            isFirst = false
        }
        return depth == 0
    }

    /// Skips what follows a question mark at the start of a group, up to the last character before `)` or `:`.
    private mutating func skipFlags() -> Bool {
        while position < bytes.count, "imsuw-".utf8.contains(bytes[position]) { position += 1 }
        return position < bytes.count && ":=!<>)".utf8.contains(bytes[position])
    }

    /// Skips a character class. Nested classes are not understood.
    private mutating func skipClass() -> Bool {
        endRun()
        if position < bytes.count, bytes[position] == UInt8(ascii: "^") { position += 1 }
        var isFirst = true
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "\\"): if next().map({ "QE".utf8.contains($0) }) ?? true { return false }
            case UInt8(ascii: "["): return false
            case UInt8(ascii: "]"): return !isFirst
            default: break
            }
            isFirst = false
        }
        return false
    }

    private mutating func skipCount() -> Bool {
        endRun(droppingLast: true)
        while let byte = next() {
            if byte == UInt8(ascii: "}") { return true }
        }
        return false
    }
}
