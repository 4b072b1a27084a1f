import Foundation
import PixelKitTesting
import Testing

@testable import MaliciousSiteProtection

@Suite struct FilterMatcherTests {
    /// Every look at the clock takes a millisecond, so that matching ends after a known number of looks.
    let matcher = FilterMatcher(clock: ManualClock(step: .milliseconds(1)))

    private func address(_ text: String = "http://a.test/page") throws -> CanonicalURL {
        try #require(CanonicalURL(text))
    }

    private func scams(_ patterns: String...) -> [FilterMatcher.Candidate] {
        patterns.map { FilterMatcher.Candidate(category: .scam, pattern: $0) }
    }

    private func failed(_ reason: FilterFailure) -> [FilterMatcher.Outcome.Failure] {
        [FilterMatcher.Outcome.Failure(category: .scam, reason: reason)]
    }

    @Test(
        "A pattern matches anywhere unless it is anchored, and in any case",
        arguments: [
            ("page", .scam), ("PAGE$", .scam), ("^page", nil), ("^https?://a\\.test/p.*", .scam), ("other", nil),
        ] as [(String, ThreatKind?)]
    )
    func matching(pattern: String, match: ThreatKind?) throws {
        #expect(matcher.match(scams(pattern), on: try address()) == .init(match: match))
    }

    @Test("The first match ends the search and names its category; without filters there is none")
    func order() throws {
        let phishing = FilterMatcher.Candidate(category: .phishing, pattern: "page")
        #expect(
            matcher.match(scams("x") + [phishing] + scams("page", "("), on: try address()) == .init(match: .phishing)
        )
        #expect(matcher.match([], on: try address()) == .init())
    }

    @Test(
        "An invalid pattern is passed over and named",
        arguments: ["", "(", "[", "a{2", "(?=x", "\\", "*", "(?<n>a)\\k<m>"]
    )
    func invalid(pattern: String) throws {
        let outcome = matcher.match(scams(pattern, "page"), on: try address())
        #expect(outcome == .init(match: .scam, failures: failed(.invalidPattern)))
    }

    @Test(
        "A pattern that would take for ever is given up, and so are those after it",
        arguments: [
            "(a+)+$", "(a|aa)+$", "(.*)*b(.*)*c", "(([a-z])+.)+[A-Z]([a-z])+$", "(?:a+a+)+b", "a*a*a*a*a*a*a*b",
            "(?>(a+a+)+c)", "((((a*)*)*)*)*b!",
        ]
    )
    func pathological(pattern: String) throws {
        let address = try address("http://a.test/" + String(repeating: "a", count: 5_000) + "!")
        #expect(matcher.match(scams(pattern, pattern, "a.test"), on: address) == .init(failures: failed(.timedOut)))
    }

    @Test("A pattern that needs too much memory is passed over and named")
    func tooComplex() throws {
        let address = try address("http://a.test/" + String(repeating: "ab", count: 2_000_000))
        let matcher = FilterMatcher(clock: ManualClock())
        #expect(matcher.match(scams("^(?:.|x)*$"), on: address) == .init(failures: failed(.tooComplex)))
    }
}
