import Foundation
import PixelKitTesting
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct FilterMatcherTests {
    /// Every reading of the clock takes a millisecond, so that matching ends after a known number of readings.
    let matcher = FilterMatcher(clock: ManualClock(step: .milliseconds(1)))

    private func scams(
        _ patterns: String..., on address: String = "http://a.test/page"
    ) throws -> [FilterMatcher.Candidate] {
        let text = CanonicalText(try #require(CanonicalURL(address)))
        return patterns.map { FilterMatcher.Candidate(category: .scam, pattern: FilterPattern($0), text: text) }
    }

    private func failed(_ reason: FilterFailure) -> [FilterMatcher.Outcome.Failure] {
        [FilterMatcher.Outcome.Failure(category: .scam, reason: reason)]
    }

    @Test(
        "A pattern matches anywhere unless it is anchored, and ignores case",
        arguments: [
            ("page", .scam), ("PAGE$", .scam), ("^page", nil), ("^https?://a\\.test/p.*", .scam), ("other", nil),
        ] as [(String, ThreatKind?)]
    )
    func matching(pattern: String, match: ThreatKind?) throws {
        #expect(matcher.match(try scams(pattern)) == .init(match: match))
    }

    @Test("The first match ends the search and names its category. Without filters there is no match")
    func order() throws {
        let page = try scams("x", "page", "page", "(")
        let phishing = FilterMatcher.Candidate(category: .phishing, pattern: page[1].pattern, text: page[1].text)
        #expect(matcher.match([page[0], phishing] + page[2...]) == .init(match: .phishing))
        #expect(matcher.match([]) == .init())
    }

    @Test(
        "An invalid pattern is skipped and reported",
        arguments: ["", "(", "[", "a{2", "(?=x", "\\", "*", "(?<n>a)\\k<m>"]
    )
    func invalid(pattern: String) throws {
        let outcome = matcher.match(try scams(pattern, "page"))
        #expect(outcome == .init(match: .scam, failures: failed(.invalidPattern)))
    }

    @Test(
        "A pattern that would backtrack for ever is stopped, and the patterns after it are not evaluated",
        arguments: [
            "(a+)+$", "(a|aa)+$", "(.*)*b(.*)*c", "(([a-z])+.)+[A-Z]([a-z])+$", "(?:a+a+)+b", "a*a*a*a*a*a*a*b",
            "(?>(a+a+)+c)", "((((a*)*)*)*)*b",
        ]
    )
    func pathological(pattern: String) throws {
        let address = "http://a.test/" + String(repeating: "a", count: 5_000) + "!"
        #expect(matcher.match(try scams(pattern, pattern, "a.test", on: address)) == .init(failures: failed(.timedOut)))
    }

    @Test("The time limit holds for all filters of a host together")
    func limit() throws {
        let text = CanonicalText(try #require(CanonicalURL("http://a.test/page")))
        let candidates = (0..<150).map { index in
            FilterMatcher.Candidate(category: .scam, pattern: FilterPattern("^other\(index)"), text: text)
        }
        #expect(matcher.match(candidates + (try scams("page"))) == .init(failures: failed(.timedOut)))
        #expect(matcher.match(candidates.prefix(50) + (try scams("page"))) == .init(match: .scam))
    }

    @Test("A pattern that needs too much memory is skipped and reported")
    func tooComplex() throws {
        let address = "http://a.test/" + String(repeating: "ab", count: 2_000_000)
        let matcher = FilterMatcher(clock: ManualClock())
        #expect(matcher.match(try scams("^(?:.|x)*$", on: address)) == .init(failures: failed(.tooComplex)))
    }
}

@Suite struct FilterPatternTests {
    @Test(
        "The literals of a pattern are texts that every match contains",
        arguments: [
            ("^https?://a\\.test/x$", ["http", "://a.test/x"]), ("(?i)^HTTPS?\\:\\/\\/Host", ["http", "://host"]),
            ("ab(?:cd|e)+fg", ["ab", "fg"]), ("ab[cd]ef{2}gh", ["ab", "gh"]), ("abc*d+ef?", ["ab"]),
            ("ab+?cd", ["ab", "cd"]), ("ab\\dcd\\.e", ["ab", "cd.e"]), ("ab\u{FC}cd", ["ab", "cd"]),
            ("%f0%9f", ["%f0%9f"]),
            ("ab(?!cd(e)[)]\\))fg", ["ab", "fg"]), ("ab[^]]cd", []), ("ab|cd", []), ("ab\\x41cd", []),
            ("(?x)ab cd", []),
            ("ab(?#c)cd", []), ("\\Qab\\E", []), ("ab[[cd]]ef", []), ("ab(", []), ("", []), (".*", []),
        ]
    )
    func literals(pattern: String, literals: [String]) {
        #expect(requiredLiterals(of: pattern).map { String(decoding: $0, as: UTF8.self) } == literals)
    }

    @Test("A pattern with literals finds what its regular expression alone finds", arguments: 0..<20)
    func agreement(seed: Int) throws {
        let tokens = [
            "a", "b", "A", "ab", "ba", "bb", ".", "^", "$", "|", "(", ")", "(?:", "(?=", "(?!", "(?i)", "[ab]", "[^a]",
            "*",
            "+", "?", "{2}", "{0,1}", "\\.", "\\/", "\\b", "\\w", "\\d", "/", "\\x61", "%61",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let pattern = (0..<Int.random(in: 1...8, using: &generator))
                .map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
            let path = (0..<6).map { _ in "ab/.".randomElement(using: &generator).map(String.init) ?? "" }.joined()
            let url = try #require(CanonicalURL("http://ab.test/\(path)"))
            let options: NSRegularExpression.Options = [.caseInsensitive, .dotMatchesLineSeparators]
            guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else { continue }
            let all = NSRange(url.text.startIndex..., in: url.text)
            let expected = expression.firstMatch(in: url.text, range: all) != nil
            let found = FilterPattern(pattern).matches(CanonicalText(url)) { false }
            #expect(found == .success(expected), "\(pattern) in \(url)")
        }
    }

    @Test("A pattern is compiled once, and at most twice the limit of patterns is kept")
    func cache() {
        let cache = FilterPatternCache(limit: 3)
        let first = cache.patterns(["a", "b", "a"])
        #expect(first[0] === first[2])
        #expect(cache.patterns(["a"])[0] === first[0])
        for number in 0..<100 {
            _ = cache.patterns(["a", "\(number)"])
            #expect(cache.count <= 6)
        }
        #expect(cache.patterns(["a"])[0] === first[0])
        #expect(cache.patterns(["b"])[0] !== first[1])
    }
}
