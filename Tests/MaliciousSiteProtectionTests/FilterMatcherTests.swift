import Foundation
import Testing

@testable import MaliciousSiteProtection

@Suite struct FilterMatcherTests {
    /// Every look at the clock takes a millisecond, so that matching ends after a known number of looks.
    let matcher = FilterMatcher(clock: ManualClock(step: .milliseconds(1)))

    private func address(_ text: String = "http://a.test/page") throws -> CanonicalURL {
        try #require(CanonicalURL(text))
    }

    @Test(
        "A pattern matches anywhere unless it is anchored, and in any case",
        arguments: [
            ("page", true), ("PAGE$", true), ("^page", false), ("^https?://a\\.test/p.*", true),
            ("other", false),
        ]
    )
    func matching(pattern: String, isMatch: Bool) throws {
        #expect(matcher.match([pattern], on: try address()) == .init(isMatch: isMatch))
    }

    @Test("The first match ends the search; without patterns there is none")
    func order() throws {
        #expect(matcher.match(["x", "page", "("], on: try address()) == .init(isMatch: true))
        #expect(matcher.match([], on: try address()) == .init())
    }

    @Test(
        "An invalid pattern is passed over and named",
        arguments: ["", "(", "[", "a{2", "(?=x", "\\", "*", "(?<n>a)\\k<m>"]
    )
    func invalid(pattern: String) throws {
        #expect(
            matcher.match([pattern, "page"], on: try address()) == .init(isMatch: true, failures: [.invalidPattern])
        )
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
        #expect(matcher.match([pattern, "a.test"], on: address) == .init(isMatch: false, failures: [.timedOut]))
    }

    @Test("A pattern that needs too much memory is passed over and named")
    func tooComplex() throws {
        let address = try address("http://a.test/" + String(repeating: "ab", count: 2_000_000))
        #expect(
            FilterMatcher(clock: ManualClock()).match(["^(?:.|x)*$"], on: address) == .init(failures: [.tooComplex])
        )
    }
}
