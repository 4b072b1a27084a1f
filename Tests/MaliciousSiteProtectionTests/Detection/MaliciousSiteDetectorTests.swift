import Foundation
import Networking
import PixelKitTesting
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct MaliciousSiteDetectorTests {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)
    /// A host that the prefix set lists and no filter knows.
    static let suspicious = "http://suspicious.test/page"
    let record = Record<String>()
    let store = DataSetStore(folder: TemporaryFolder().url)

    init() throws {
        let host = try hash(of: Self.suspicious)
        let body = changeSet(insert: ["\"\(host.prefix.hexDigits)\""], revision: 1)
        try store.apply(body, to: DataSetID(.malware, .hashPrefixSet), since: 0, at: Self.noon)
    }

    private func detector(_ api: StubMatchesAPI, clock: ManualClock = ManualClock()) -> MaliciousSiteDetector {
        MaliciousSiteDetector(eventMapping: record.events, dataSets: store, api: api, clock: clock)
    }

    private func match(_ regex: String, category: String = "scam", host: String = suspicious) throws -> ThreatMatch {
        ThreatMatch(hash: try hash(of: host).description, regex: regex, category: category)
    }

    private func addFilters(_ filters: [String], to category: ThreatKind) throws {
        let body = changeSet(insert: filters, revision: 1, replace: true)
        try store.apply(body, to: DataSetID(category, .filterSet), since: 0, at: Self.noon)
    }

    @Test("A host without a listed prefix is safe, and the service is not asked")
    func safe() async {
        let api = StubMatchesAPI.empty
        #expect(await detector(api).verdict(for: "http://harmless.test/") == .safe)
        #expect(api.requests.all == [])
        #expect(record.all == [])
    }

    @Test("A local filter decides without asking", arguments: ThreatKind.allCases)
    func local(category: ThreatKind) async throws {
        let api = StubMatchesAPI { throw ServiceDown() }
        let page = "http://www.example.com/security/badware/\(category.rawValue).html"
        let url = try #require(URL(string: page + "#x"))
        let verdict = await detector(api).verdict(for: url)
        #expect(verdict == Verdict(threat: category, source: .local, clientSideHit: nil))
        #expect(await detector(api).verdict(for: url).threat == category)
        #expect(api.requests.all == [])
    }

    @Test("A host and its www sibling share their data: the hash of the listed spelling goes to the service")
    func sibling() async throws {
        let address = "https://www.suspicious.test/page"
        let match = try match("^https?://suspicious\\.test/page$")
        let api = StubMatchesAPI { [match] }
        #expect(await detector(api).verdict(for: address)?.threat == .scam)
        #expect(api.requests.all == [String(try hash(of: Self.suspicious).description.prefix(4))])
        try addFilters([filter(try hash(of: Self.suspicious), #"^https?://suspicious\\.test/page$"#)], to: .malware)
        #expect(await detector(.empty).verdict(for: address)?.threat == .malware)
    }

    @Test("The service is asked about both spellings of a site when both are listed")
    func bothSpellings() async throws {
        let other = "http://www.suspicious.test/page"
        let hashes = [try hash(of: other), try hash(of: Self.suspicious)]
        let body = changeSet(insert: ["\"\(hashes[0].prefix.hexDigits)\""], revision: 2)
        try store.apply(body, to: DataSetID(.malware, .hashPrefixSet), since: 1, at: Self.noon)
        let match = try match("^http://www", host: other)
        let api = StubMatchesAPI { [match] }
        #expect(await detector(api).verdict(for: other)?.threat == .scam)
        #expect(api.requests.all == hashes.map { String($0.description.prefix(4)) })
    }

    @Test("A match without a category or with an unknown one is left out, and the others count")
    func malformedMatch() async throws {
        let hash = try hash(of: Self.suspicious).description
        let body =
            #"{"matches":[{"hash":"\#(hash)","regex":"page"},7,{"hash":"\#(hash)","regex":"page","category":"scam"}]}"#
        let services = try #require(URL(string: "http://services.test"))
        let api = HTTPProtectionAPI(services: services) { _ throws(HTTPFailure) in
            HTTPAnswer(status: 200, body: Data(body.utf8))
        }
        let detector = MaliciousSiteDetector(eventMapping: record.events, dataSets: store, api: api)
        #expect(await detector.verdict(for: Self.suspicious)?.threat == .scam)
        #expect(record.all == [])
    }

    @Test(
        "A client's own timeout counts as a timeout of the service",
        arguments: [
            URLError(.timedOut), HTTPFailure.timedOut, TimeoutError(),
            NSError(domain: "Client", code: 1, userInfo: [NSUnderlyingErrorKey: URLError(.timedOut)]),
        ] as [any Error])
    func clientTimeout(error: any Error) async {
        #expect(await detector(StubMatchesAPI { throw error }).verdict(for: Self.suspicious) == .safe)
        #expect(record.all == ["matchesApiTimeout"])
    }

    @Test("Four digits of the hash of a listed host without a matching filter go to the service")
    func api() async throws {
        let match = try match("/page$")
        let api = StubMatchesAPI { [match] }
        let verdict = await detector(api).verdict(for: Self.suspicious)
        #expect(verdict == Verdict(threat: .scam, source: .api, clientSideHit: nil))
        #expect(api.requests.all == [String(try hash(of: Self.suspicious).description.prefix(4))])
    }

    @Test("The service clears a host when its matches are of other hosts, other pages or unknown kinds")
    func cleared() async throws {
        let matches = [
            try match("/page$", host: "http://other.test"), try match("/elsewhere$"),
            try match("/page$", category: "nuisance"),
            ThreatMatch(hash: "not a hash", regex: "", category: "scam"),
        ]
        let verdict = await detector(StubMatchesAPI { matches }).verdict(for: Self.suspicious)
        #expect(verdict == Verdict(threat: nil, source: .api, clientSideHit: nil))
        #expect(record.all == [])
    }

    @Test("Matches are tried in the service's order")
    func order() async throws {
        let matches = [try match("x"), try match("page", category: "malware"), try match("page", category: "scam")]
        #expect(await detector(StubMatchesAPI { matches }).verdict(for: Self.suspicious)?.threat == .malware)
    }

    @Test("A failed service means no threat, and an event")
    func failure() async {
        let verdict = await detector(StubMatchesAPI { throw ServiceDown() }).verdict(for: Self.suspicious)
        #expect(verdict == .safe)
        #expect(record.all == ["matchesApiFailure(MaliciousSiteProtectionTests.ServiceDown())"])
    }

    @Test("A service that has not answered after five seconds means no threat, and an event")
    func timeout() async {
        let clock = ManualClock()
        let api = StubMatchesAPI {
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return []
        }
        async let verdict = detector(api, clock: clock).verdict(for: Self.suspicious)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await verdict == .safe)
        #expect(record.all == ["matchesApiTimeout"])
    }

    @Test("An answer just before the five seconds are over counts")
    func lastMoment() async throws {
        let clock = ManualClock()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let match = try match("page")
        let api = StubMatchesAPI {
            for await _ in gate {}
            return [match]
        }
        async let verdict = detector(api, clock: clock).verdict(for: Self.suspicious)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(4_999))
        open.finish()
        #expect(await verdict?.threat == .scam)
        #expect(record.all == [])
    }

    @Test("A cancelled check is neither late nor failed")
    func cancellation() async {
        let clock = ManualClock()
        let api = StubMatchesAPI {
            for await _ in AsyncStream<Void>.makeStream().stream {}
            throw ServiceDown()
        }
        let detector = detector(api, clock: clock)
        let task = Task { await detector.verdict(for: Self.suspicious) }
        await clock.waitForSleepers(1)
        task.cancel()
        #expect(await task.value == .safe)
        #expect(record.all == [])
    }

    @Test(
        "The source of a threat is revealed only by filter sets with more than 100 filters",
        arguments: [
            (0, nil, nil), (99, nil, nil), (100, true, false),
        ] as [(Int, Bool?, Bool?)]
    )
    func clientSideHit(others: Int, local: Bool?, api: Bool?) async throws {
        let page = "http://filtered.test/page"
        let host = try hash(of: page)
        let body = changeSet(insert: ["\"\(host.prefix.hexDigits)\""], revision: 1)
        try store.apply(body, to: DataSetID(.scam, .hashPrefixSet), since: 0, at: Self.noon)
        let filters = try (0..<others).map { filter(try hash(of: "http://other-\($0).test"), "x") }
        try addFilters(filters + [filter(host, "/page$")], to: .scam)
        let match = try match("/page$")
        let detector = detector(StubMatchesAPI { [match] })
        #expect(await detector.verdict(for: page)?.clientSideHit == local)
        #expect(await detector.verdict(for: Self.suspicious)?.clientSideHit == api)
    }

    @Test("A pathological local filter is stopped with an event, and the service is asked")
    func pathological() async throws {
        try addFilters(
            [filter(try hash(of: Self.suspicious), "^(a|b|[^c])+(.*)*c$"), filter(try hash(of: Self.suspicious), "(")],
            to: .phishing
        )
        let api = StubMatchesAPI.empty
        let address = Self.suspicious + "/" + String(repeating: "a", count: 5_000)
        let verdict = await detector(api, clock: ManualClock(step: .milliseconds(1))).verdict(for: address)
        #expect(verdict?.threat == nil)
        #expect(api.requests.all.count == 1)
        let phishing = "MaliciousSiteProtection.ThreatKind.phishing"
        let reason = "MaliciousSiteProtection.FilterFailure.timedOut"
        #expect(record.all == ["filterNotEvaluated(category: \(phishing), reason: \(reason))"])
    }

    @Test(
        "An address other than HTTP and HTTPS is not judged",
        arguments: ["", "about:blank", "ftp://www.example.com/", "http://"]
    )
    func notJudged(address: String) async {
        #expect(await detector(.empty).verdict(for: address) == nil)
        if let url = URL(string: address) { #expect(await detector(.empty).verdict(for: url) == .safe) }
    }
}
