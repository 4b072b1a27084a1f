import Common
import Foundation
import Networking
import Testing

@testable import MaliciousSiteProtection

@Suite struct HTTPProtectionAPITests {
    static let limits = HTTPProtectionAPI.Limits(duration: .seconds(7), bytes: 1_000)
    static let filters = DataSetID(.scam, .filterSet)
    let requests = Record<HTTPRequest>()

    private func api(
        _ answer: Result<HTTPAnswer, HTTPFailure>, at services: String = "http://services.test"
    ) throws -> HTTPProtectionAPI {
        HTTPProtectionAPI(services: try #require(URL(string: services)), limits: Self.limits) {
            [requests] request throws(HTTPFailure) in
            requests.append(request)
            return try answer.get()
        }
    }

    private func answer(_ body: String, status: Int = 200) -> Result<HTTPAnswer, HTTPFailure> {
        .success(HTTPAnswer(status: status, body: Data(body.utf8)))
    }

    private func get(_ url: String) -> HTTPRequest {
        HTTPRequest(.get, url, timeout: .seconds(7), answerBody: .kept(limit: 1_000))
    }

    @Test(
        "Matches are requested by hash prefix, under the address of the services",
        arguments: [
            ("http://services.test", "http://services.test/api/protection/matches?hashPrefix=abcd"),
            ("http://services.test:81/base/", "http://services.test:81/base/api/protection/matches?hashPrefix=abcd"),
        ]
    )
    func matches(services: String, url: String) async throws {
        let body = #"{"matches":[{"hostname":"h","url":"u","regex":"x","hash":"00","category":"scam"}]}"#
        let matches = try await api(answer(body), at: services).matches(hashPrefix: "abcd")
        #expect(matches == [ThreatMatch(hash: "00", regex: "x", category: "scam")])
        #expect(requests.all == [get(url)])
    }

    @Test(
        "Changes are requested by category and revision, and the body is returned as it is",
        arguments: [
            (DataSetID(.malware, .hashPrefixSet), "hashPrefix?category=malware&revision=7"),
            (filters, "filterSet?category=scam&revision=7"),
        ]
    )
    func changes(id: DataSetID, target: String) async throws {
        #expect(try await api(answer("body")).changes(of: id, since: 7) == Data("body".utf8))
        #expect(requests.all == [get("http://services.test/api/protection/\(target)")])
    }

    @Test("Another status than 200 is an error", arguments: [204, 301, 404, 429, 500, 503])
    func status(status: Int) async throws {
        let api = try api(answer(#"{"matches":[]}"#, status: status))
        await #expect(throws: MaliciousSiteProtectionError.unexpectedStatus(status)) {
            try await api.matches(hashPrefix: "abcd")
        }
        await #expect(throws: MaliciousSiteProtectionError.unexpectedStatus(status)) {
            try await api.changes(of: Self.filters, since: 0)
        }
    }

    @Test("Truncated matches are an error")
    func truncated() async throws {
        let api = try api(answer(#"{"matches":["#))
        await #expect(throws: MaliciousSiteProtectionError.unreadableMatches) {
            try await api.matches(hashPrefix: "abcd")
        }
    }

    @Test(
        "A failed request throws its failure",
        arguments: [HTTPFailure.invalidURL, .unreachable, .untrusted, .timedOut, .interrupted])
    func failure(failure: HTTPFailure) async throws {
        let api = try api(.failure(failure))
        await #expect(throws: failure) { try await api.matches(hashPrefix: "abcd") }
    }

    @Test("A cancelled request throws a cancellation error")
    func cancelled() async throws {
        let api = try api(.failure(.cancelled))
        await #expect(throws: CancellationError.self) { try await api.matches(hashPrefix: "abcd") }
    }

    @Test("An answer that exceeds the limit is an error, and the old data set stays")
    func length() async throws {
        let dataSets = DataSetStore(folder: TemporaryFolder().url)
        let before = dataSets.status(of: Self.filters)
        let api = try api(.failure(.answerTooLong(limit: 1_000)))
        let updater = DataSetUpdater(dataSets: dataSets, api: api, eventMapping: .noOp)
        await #expect(throws: MaliciousSiteProtectionError.answerTooLong(limit: 1_000)) {
            try await updater.update(Self.filters)
        }
        #expect(dataSets.status(of: Self.filters) == before)
    }
}
