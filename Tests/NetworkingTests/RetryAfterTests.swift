import Foundation
import Networking
import Testing

@Suite struct RetryAfterTests {
    /// Wednesday, 21 October 2026, 07:28:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_792_567_680)

    @Test(
        "Seconds and the three forms of an HTTP date are understood",
        arguments: [
            ("0", 0), ("120", 120), (" 120 ", 120), ("\t7", 7), ("0000000007", 7),
            ("Wed, 21 Oct 2026 07:28:30 GMT", 30),
            ("Wednesday, 21-Oct-26 07:29:00 GMT", 60),
            ("Wed Oct 21 07:28:10 2026", 10),
            ("Sun Nov  1 07:28:00 2026", 11 * 86_400),
            ("Tue, 29 Feb 2028 00:00:00 GMT", 42_827_520),
            ("Saturday, 01-Jan-77 00:00:00 GMT", nil),
            ("Friday, 01-Jan-76 00:00:00 GMT", 1_000_000_000),
        ] as [(String, Int?)])
    func understood(header: String, seconds: Int?) {
        #expect(RetryAfter.delay(header, now: now) == seconds.map { .seconds($0) })
    }

    @Test(
        "A date that has passed, and garbage, say nothing",
        arguments: [
            "Wed, 21 Oct 2026 07:28:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994", "", " ", "-1", "+5", "1.5", "1e3", "0x10", "5s", "\u{0661}\u{0662}",
            "soon", "Wed, 21 Oct 2026", "Wed, 31 Feb 2027 00:00:00 GMT", "Wed, 21 Okt 2026 08:28:00 GMT",
            "Wed, 21 Oct 2026 25:00:00 GMT", "Wed, 21 Oct 2026 08:60:00 GMT", "Wed, 21 Oct 2026 08:28:00 PST",
            "Wed, 00 Oct 2026 08:28:00 GMT", "Wed, 21 Oct 20260 08:28:00 GMT", "Wed, 21 Oct -026 08:28:00 GMT",
            "2026-10-21T08:28:00Z", "Wed, \u{0662}\u{0661} Oct 2026 08:28:00 GMT", String(repeating: "x ", count: 9000),
        ])
    func nothing(header: String) {
        #expect(RetryAfter.delay(header, now: now) == nil)
    }

    @Test("Digits without end mean very long", arguments: ["9223372036854775808", String(repeating: "9", count: 5000)])
    func overflow(header: String) throws {
        #expect(try #require(RetryAfter.delay(header, now: now)) > .seconds(1_000_000_000))
    }

    @Test("A device far from now reads the same date", arguments: [-62_135_596_800.0, 0, 253_402_300_799, 1e15])
    func anyClock(seconds: Double) {
        let delay = RetryAfter.delay("Fri, 31 Dec 9999 23:59:59 GMT", now: Date(timeIntervalSince1970: seconds))
        #expect(delay == (seconds < 253_402_300_799 ? .seconds(min(253_402_300_799 - seconds, 1e9)) : nil))
    }
}
