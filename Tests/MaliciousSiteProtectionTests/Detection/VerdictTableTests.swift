import Foundation
import PixelKitTesting
import Testing

@testable import MaliciousSiteProtection

/// Addresses judged by the embedded data sets, one downloaded prefix and a service that knows one page.
@Suite struct VerdictTableTests {
    enum Outcome: Equatable {
        case threat(ThreatKind, Verdict.Source)
        case safe(Verdict.Source)
        case notJudged
    }

    private static let testPages = "privacy-test-pages.site/security/badware"
    private static let page = "http://www.example.com/security/badware/phishing.html"

    static let embedded: [(String, Outcome)] = [
        ("https://\(testPages)/phishing.html", .threat(.phishing, .local)),
        ("https://\(testPages)/malware.html", .threat(.malware, .local)),
        ("https://\(testPages)/scam.html", .threat(.scam, .local)),
        ("http://\(testPages)/phishing.html", .threat(.phishing, .local)),
        ("https://\(testPages)/scam.html?from=mail", .threat(.scam, .local)),
        ("https://\(testPages)/harmless.html", .safe(.api)), ("https://\(testPages)/", .safe(.api)),
        ("https://\(testPages)/scam.html/more", .safe(.api)), ("https://privacy-test-pages.site/", .safe(.api)),
        ("https://www.\(testPages)/scam.html", .threat(.scam, .local)),
        ("https://www.phishing.test/", .threat(.phishing, .local)), ("http://www.phishing.test/other", .safe(.api)),
        ("http://www.www.phishing.test/", .safe(.none)), ("http://phishing.example/", .threat(.phishing, .local)),
        ("http://malware.example", .threat(.malware, .local)), ("http://scam.example/#top", .threat(.scam, .local)),
        ("https://phishing.test/", .threat(.phishing, .local)),
        ("http://phishing.test?a=b", .threat(.phishing, .local)),
        ("https://malware.test/download/invoice.html", .threat(.malware, .local)),
        ("https://scam.test/download/invoice.html", .threat(.scam, .local)),
        ("http://scam.test/prize.html", .safe(.api)),
        ("http://scam.tests/", .safe(.none)), ("http://phishing.example.com/", .safe(.none)),
    ]

    static let spellings: [(String, Outcome)] = [
        (page, .threat(.phishing, .local)), (page + "#frags", .threat(.phishing, .local)),
        (page + "#a#b", .threat(.phishing, .local)), (page + "////", .threat(.phishing, .local)),
        ("http://www.example.com/security/../security/badware/phishing.html", .threat(.phishing, .local)),
        ("http://www.example.com/security/./badware/phishing.html", .threat(.phishing, .local)),
        ("http://www.example.com" + CanonicalURLTests.encodedPath, .threat(.phishing, .local)),
        ("http://www.example.com/SECURITY/BADWARE/PHISHING.HTML", .threat(.phishing, .local)),
        ("http://www.example.com//security//badware//phishing.html", .threat(.phishing, .local)),
        ("http://www.example.com/security%252f%252e%252e/security/badware/phishing.html", .threat(.phishing, .local)),
        ("http://WWW.EXAMPLE.COM./security/badware/phishing.html", .threat(.phishing, .local)),
        ("http://user:pw@www.example.com:81/security/badware/phishing.html", .threat(.phishing, .local)),
        ("http://%77ww.example.com/security/badware/phishing.html", .threat(.phishing, .local)),
        ("http:\\\\www.example.com\\security\\badware\\phishing.html", .threat(.phishing, .local)),
        (" http://www.example.com/secu\trity/badware/phishing.html\n", .threat(.phishing, .local)),
        ("http://www.example.com/security/badware/phishing.html/..", .safe(.api)),
        ("http://www.example.com/security/badware/phishing.htm", .safe(.api)),
        ("http://www.example.com/security/badware/malware.html", .threat(.malware, .local)),
        ("http://www.example.com:pw@www.example.org/security/badware/phishing.html", .safe(.none)),
        ("http://example.com/security/badware/phishing.html", .threat(.phishing, .local)),
        ("http:www.example.com/security/badware/phishing.html", .threat(.phishing, .local)),
        ("https:\\\\\\www.example.com\\security\\badware\\phishing.html", .threat(.phishing, .local)),
        ("http://www.example.com/security/badware//../phishing.html?a%0Ab", .threat(.phishing, .local)),
        ("http://evil.test/?u=" + page, .safe(.none)),
    ]

    static let others: [(String, Outcome)] = [
        ("http://fresh.test/login", .threat(.phishing, .api)), ("http://fresh.test/LOGIN/", .threat(.phishing, .api)),
        ("http://www.fresh.test/login", .threat(.phishing, .api)), ("http://www.fresh.test/", .safe(.api)),
        ("http://fresh.test/", .safe(.api)), ("https://www.swift.org/", .safe(.none)),
        ("https://bücher.example/ä", .safe(.none)),
        ("http://192.0.2.1/", .safe(.none)), ("http://0xC0000201/", .safe(.none)),
        ("http://[2001:db8::1]:8080/", .safe(.none)),
        ("http://a.b.c.d.e.f.g.h.example/", .safe(.none)), ("http://localhost:8080/%", .safe(.none)),
        ("", .notJudged), ("phishing.example", .notJudged), ("http://", .notJudged), ("http:///security", .safe(.none)),
        ("ftp://phishing.example/", .notJudged), ("file:///etc/passwd", .notJudged), ("about:blank", .notJudged),
        ("javascript:location='http://phishing.example/'", .notJudged), ("http://[::1/", .notJudged),
    ]

    @Test("Each address gets its verdict", arguments: embedded + spellings + others)
    func verdict(address: String, outcome: Outcome) async throws {
        let store = DataSetStore(folder: TemporaryFolder().url)
        let fresh = try hash(of: "http://fresh.test/")
        let body = changeSet(insert: ["\"\(fresh.prefix.hexDigits)\""], revision: 1)
        try store.apply(body, to: DataSetID(.phishing, .hashPrefixSet), since: 0, at: Date(timeIntervalSince1970: 0))
        let match = ThreatMatch(hash: fresh.description, regex: "^http://fresh\\.test/login$", category: "phishing")
        let record = Record<String>()
        let detector = MaliciousSiteDetector(
            eventMapping: record.events,
            dataSets: store,
            api: StubMatchesAPI { [match] },
            clock: ManualClock()
        )
        let verdict = await detector.verdict(for: address)
        #expect(Self.outcome(verdict) == outcome)
        #expect(record.all == [])
    }

    @Test("No address is in the table twice")
    func duplicates() {
        let addresses = (Self.embedded + Self.spellings + Self.others).map(\.0)
        #expect(Set(addresses).count == addresses.count)
    }

    private static func outcome(_ verdict: Verdict?) -> Outcome {
        guard let verdict else { return .notJudged }
        return verdict.threat.map { .threat($0, verdict.source) } ?? .safe(verdict.source)
    }
}
