public import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The protection service over HTTP.
///
/// It asks `{services}/api/protection/matches`, `…/hashPrefix` and `…/filterSet`, sends no cookie and keeps no cache.
///
/// On Linux a request keeps a core busy while it waits for the first answer on a new connection: Foundation there goes on
/// listening for "ready to write", which an idle connection always is. ``Limits`` bound that too.
public struct HTTPProtectionAPI: MatchesAPI, DataSetsAPI, Sendable {
    /// What an answer may cost; one that goes beyond it is given up.
    public struct Limits: Hashable, Sendable {
        /// How long the service may be silent, in whole seconds. 15 s by default: a slow answer comes in pieces.
        public var silence: Duration
        /// How long an answer may take in all. 5 min by default: 10 MB, a million prefixes, over a slow line.
        public var total: Duration
        /// How long a body may be. 64 MiB by default: some five million prefixes.
        public var bytes: Int

        /// Creates limits; see the properties for the reasons of the defaults.
        public init(silence: Duration = .seconds(15), total: Duration = .seconds(300), bytes: Int = 64 << 20) {
            self.silence = silence
            self.total = total
            self.bytes = bytes
        }
    }

    private let services: URL
    private let limits: Limits
    private let session: BoundedSession
    private let clock: any Clock<Duration>

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - services: The address under which the service's paths begin.
    ///   - limits: When an answer is given up.
    ///   - clock: Measures how long an answer takes in all.
    public init(services: URL, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
        self.init(services: services, limits: limits, clock: clock, configuration: .ephemeral)
    }

    init(services: URL, limits: Limits, clock: any Clock<Duration>, configuration: URLSessionConfiguration) {
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = Double(max(1, limits.silence.components.seconds))
        self.services = services
        self.limits = limits
        self.clock = clock
        session = BoundedSession(configuration, limit: limits.bytes)
    }

    /// Asks for the threats on the hosts that share a hash prefix.
    public func matches(hashPrefix: String) async throws -> [ThreatMatch] {
        struct Answer: Decodable { let matches: [ThreatMatch] }
        let body = try await get("matches", ["hashPrefix": hashPrefix])
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
            throw MaliciousSiteProtectionError.unreadableMatches
        }
        return answer.matches
    }

    /// Asks for what is new in a data set; the body is not looked at here.
    public func changes(of id: DataSetID, since revision: Int) async throws -> Data {
        let path =
            switch id.type {
            case .hashPrefixSet: "hashPrefix"
            case .filterSet: "filterSet"
            }
        return try await get(path, ["category": id.category.rawValue, "revision": String(revision)])
    }

    private func get(_ path: String, _ query: KeyValuePairs<String, String>) async throws -> Data {
        let items = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        let url = services.appending(path: "api/protection/\(path)").appending(queryItems: items)
        let (body, response) = try await withTimeout(limits.total, on: clock) { [session] in
            try await session.answer(from: url)
        }
        guard let status = (response as? HTTPURLResponse)?.statusCode, status == 200 else {
            throw MaliciousSiteProtectionError.unexpectedStatus((response as? HTTPURLResponse)?.statusCode ?? 0)
        }
        return body
    }
}
