import Foundation
import Testing

@testable import Outbox

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy()
    private let now = Date(timeIntervalSince1970: 1_792_000_000)

    private func verdict(_ result: TransportResult, failures: Int = 0, random: Double = 0.5) -> RetryPolicy.Verdict {
        policy.verdict(result, failures: failures, now: now, random: random)
    }

    private static let later = RetryPolicy.Verdict.retry(
        after: .seconds(15), isAsked: false, mayHaveArrived: false)

    private static let refused = [
        400, 401, 403, 404, 407, 409, 410, 413, 414, 418, 422, 424, 426, 428, 431, 451, 499,
    ]
    private static let laterOn = [
        -1, 0, 100, 101, 103, 199, 300, 301, 302, 303, 304, 307, 308, 399, 408, 425, 429, 500, 501, 502, 503, 504, 507,
        511, 599, 600, 999,
    ]

    @Test("Success is delivered", arguments: [200, 201, 202, 204, 206, 299])
    func delivered(status: Int) {
        #expect(verdict(.answered(status: status, retryAfter: nil)) == .delivered)
    }

    @Test("A request that the server refuses for good is dropped", arguments: refused)
    func dropped(status: Int) {
        #expect(verdict(.answered(status: status, retryAfter: nil)) == .dropped(.refused))
    }

    @Test(
        "Everything else is tried again: also what is informal, points elsewhere or is no status at all",
        arguments: laterOn)
    func triedAgain(status: Int) {
        #expect(verdict(.answered(status: status, retryAfter: nil)) == Self.later)
    }

    @Test(
        "A failure of the transport is tried again; only what may have arrived is a repetition then",
        arguments: [
            (TransportFailure.unreachable, false), (.untrusted, false), (.timedOut, true), (.interrupted, true),
            (.cancelled, true),
        ])
    func failure(failure: TransportFailure, mayHaveArrived: Bool) {
        #expect(
            verdict(.failed(failure))
                == .retry(after: .seconds(15), isAsked: false, mayHaveArrived: mayHaveArrived))
    }

    @Test(
        "What the server asks for is a least wait, up to a day",
        arguments: [
            ("0", 15, false), ("1", 15, true), ("14", 15, true), ("16", 16, true), ("3600", 3600, true),
            ("86400", 86_400, true), ("86401", 86_400, true), ("9223372036854775807", 86_400, true),
            ("9223372036854775808", 86_400, true), ("-1", 15, false), ("soon", 15, false), ("", 15, false),
        ])
    func asked(header: String, seconds: Int, isAsked: Bool) {
        for status in [301, 408, 425, 429, 500, 503] {
            #expect(
                verdict(.answered(status: status, retryAfter: header))
                    == .retry(after: .seconds(seconds), isAsked: isAsked, mayHaveArrived: false))
        }
        #expect(verdict(.answered(status: 200, retryAfter: header)) == .delivered)
        #expect(verdict(.answered(status: 404, retryAfter: header)) == .dropped(.refused))
    }

    @Test(
        "The wait doubles with every failure, from 10 s to at most 15 minutes",
        arguments: [
            (-1, 20), (0, 20), (1, 40), (2, 80), (3, 160), (4, 320), (5, 640), (6, 900), (7, 900), (31, 900),
            (1000, 900), (Int.max, 900),
        ])
    func bounds(failures: Int, ceiling: Int) {
        #expect(policy.backoff.delay(failures: failures, random: 0) == .seconds(10))
        #expect(policy.backoff.delay(failures: failures, random: 0.5) == .seconds(10 + ceiling) / 2)
        let longest = policy.backoff.delay(failures: failures, random: 1.0.nextDown)
        #expect(longest <= .seconds(ceiling) && longest > .seconds(ceiling) - .milliseconds(1))
    }

    @Test("Chance spreads the wait over all of its range")
    func jitter() {
        let waits = (0..<100).map { policy.backoff.delay(failures: 6, random: Double($0) / 100) }
        #expect(waits == waits.sorted())
        #expect(Set(waits).count == 100)
        #expect(waits.first == .seconds(10))
        #expect(waits[50] == .seconds(455))
    }
}
