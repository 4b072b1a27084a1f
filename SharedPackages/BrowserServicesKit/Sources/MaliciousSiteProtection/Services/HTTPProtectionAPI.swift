public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The protection service over HTTP.
///
/// It asks `{services}/api/protection/matches`, `…/hashPrefix` and `…/filterSet`, sends no cookie and keeps no cache.
public struct HTTPProtectionAPI: MatchesAPI, DataSetsAPI, Sendable {
    private let services: URL
    private let session: URLSession

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - services: The address under which the service's paths begin.
    ///   - session: What loads the answers; by default one that keeps nothing of its own.
    public init(services: URL, session: URLSession? = nil) {
        self.services = services
        self.session = session ?? URLSession(configuration: Self.configuration())
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
        let (body, response) = try await session.answer(from: url)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status == 200 else {
            throw MaliciousSiteProtectionError.unexpectedStatus((response as? HTTPURLResponse)?.statusCode ?? 0)
        }
        return body
    }

    private static func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return configuration
    }
}
