import Common
import Foundation
import PixelKitTesting
import Primitives
import Testing

@testable import MaliciousSiteProtection

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct HTTPProtectionAPITests {
    /// Answers with the status that is the host's first label; the body is the request's address as JSON, so that a test
    /// sees what was asked.
    private final class Echo: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func stopLoading() {}

        override func startLoading() {
            guard let url = request.url, let host = url.host(), let status = Int(host.prefix(3)),
                let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
            else {
                client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
                return
            }
            let isBroken = host.contains("broken")
            let match = #"{"hostname":"h","url":"u","regex":"\#(url)","hash":"00","category":"scam"}"#
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(
                self,
                didLoad: Data(isBroken ? #"{"matches":["#.utf8 : #"{"matches":[\#(match)]}"#.utf8)
            )
            client?.urlProtocolDidFinishLoading(self)
        }
    }

    /// Takes requests and never answers.
    private final class Silence: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {}
        override func stopLoading() {}
    }

    private func api(
        _ services: String, limits: HTTPProtectionAPI.Limits = .init(), clock: ManualClock = ManualClock(),
        answeredBy service: URLProtocol.Type = Echo.self
    ) throws -> HTTPProtectionAPI {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [service]
        return HTTPProtectionAPI(
            services: try #require(URL(string: services)), limits: limits, clock: clock, configuration: configuration)
    }

    @Test(
        "It asks for matches by hash prefix, under the services' address",
        arguments: [
            ("http://200.test", "http://200.test/api/protection/matches?hashPrefix=abcd"),
            ("http://200.test:81/base/", "http://200.test:81/base/api/protection/matches?hashPrefix=abcd"),
        ]
    )
    func matches(services: String, asked: String) async throws {
        let matches = try await api(services).matches(hashPrefix: "abcd")
        #expect(matches == [ThreatMatch(hash: "00", regex: asked, category: "scam")])
    }

    @Test(
        "It asks for changes by category and revision, and hands the body on",
        arguments: [
            (
                DataSetID(.malware, .hashPrefixSet),
                "http://200.test/api/protection/hashPrefix?category=malware&revision=7"
            ),
            (DataSetID(.scam, .filterSet), "http://200.test/api/protection/filterSet?category=scam&revision=7"),
        ]
    )
    func changes(id: DataSetID, asked: String) async throws {
        let body = try await api("http://200.test").changes(of: id, since: 7)
        #expect(String(decoding: body, as: UTF8.self).contains(#""regex":"\#(asked)""#))
    }

    @Test("Another status than 200 is an error", arguments: [204, 301, 404, 429, 500, 503])
    func status(status: Int) async throws {
        let api = try api("http://\(status).test")
        await #expect(throws: MaliciousSiteProtectionError.unexpectedStatus(status)) {
            try await api.matches(hashPrefix: "abcd")
        }
        await #expect(throws: MaliciousSiteProtectionError.unexpectedStatus(status)) {
            try await api.changes(of: DataSetID(.scam, .filterSet), since: 0)
        }
    }

    @Test("Truncated matches are an error")
    func truncated() async throws {
        let api = try api("http://200-broken.test")
        await #expect(throws: MaliciousSiteProtectionError.unreadableMatches) {
            try await api.matches(hashPrefix: "abcd")
        }
    }

    @Test("A body may be as long as the limit; a longer one is cut off, and the old set stays")
    func length() async throws {
        let id = DataSetID(.malware, .hashPrefixSet)
        let length = try await api("http://200.test").changes(of: id, since: 0).count
        let exact = try api("http://200.test", limits: .init(bytes: length))
        #expect(try await exact.changes(of: id, since: 0).count == length)

        let api = try api("http://200.test", limits: .init(bytes: length - 1))
        let dataSets = DataSetStore(folder: TemporaryFolder().url)
        let before = dataSets.status(of: id)
        let updater = DataSetUpdater(dataSets: dataSets, api: api, eventMapping: .noOp)
        await #expect(throws: MaliciousSiteProtectionError.answerTooLong(limit: length - 1)) {
            try await updater.update(id)
        }
        #expect(dataSets.status(of: id) == before)
    }

    @Test("An answer that takes too long in all is given up")
    func total() async throws {
        let clock = ManualClock()
        let api = try api("http://200.test", clock: clock, answeredBy: Silence.self)
        let update = Task { try await api.changes(of: DataSetID(.scam, .filterSet), since: 0) }
        await clock.waitForSleepers(1)
        clock.advance(by: HTTPProtectionAPI.Limits().total)
        await #expect(throws: TimeoutError.self) { try await update.value }
    }

    @Test("A failed connection is the error that the system gives")
    func connection() async throws {
        let api = try api("http://nowhere.test")
        let error = await #expect(throws: URLError.self) { try await api.matches(hashPrefix: "abcd") }
        #expect(error?.code == .cannotConnectToHost)
    }
}
