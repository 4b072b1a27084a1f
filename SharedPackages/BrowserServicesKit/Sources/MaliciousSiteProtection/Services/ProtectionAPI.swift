public import Foundation
import Networking

/// The service that knows the threats on hosts.
public protocol MatchesAPI: Sendable {
    /// Returns every known threat on the hosts whose SHA-256 begins with four hexadecimal digits.
    ///
    /// - Throws: Any error. It is reported, and the page loads.
    func matches(hashPrefix: String) async throws -> [ThreatMatch]
}

/// The service that the data sets come from.
public protocol DataSetsAPI: Sendable {
    /// Returns the change set, as JSON, that leads from a revision to the newest.
    func changes(of id: DataSetID, since revision: Int) async throws -> Data
}

/// A threat that the service knows: the hash of a host and a pattern.
public struct ThreatMatch: Hashable, Sendable, Decodable {
    /// The SHA-256 of the canonical host, in hexadecimal.
    public let hash: String
    /// A regular expression on the canonical address.
    public let regex: String
    /// The kind of threat. A kind that this version does not know is ignored.
    public let category: String

    /// Creates a match.
    public init(hash: String, regex: String, category: String) {
        self.hash = hash
        self.regex = regex
        self.category = category
    }
}

/// The protection service over HTTP.
///
/// It requests `{services}/api/protection/matches`, `…/hashPrefix` and `…/filterSet`. It follows no redirect and sends no
/// cookie.
public struct HTTPProtectionAPI: MatchesAPI, DataSetsAPI, Sendable {
    /// The limits of an answer. A request ends with an error when its answer exceeds one of them.
    public struct Limits: Hashable, Sendable {
        /// The longest duration of a request. Two minutes by default, for 10 MB (a million prefixes) at 0.7 Mbit/s.
        public var duration: Duration
        /// The greatest length of a body. 64 MiB by default, for about five million prefixes.
        public var bytes: Int

        /// Creates limits.
        public init(duration: Duration = .seconds(120), bytes: Int = 64 << 20) {
            self.duration = duration
            self.bytes = bytes
        }
    }

    private let services: URL
    private let limits: Limits
    private let send: @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - services: The address under which the paths of the service begin.
    ///   - limits: The limits of an answer.
    ///   - clock: The clock of ``Limits/duration``.
    public init(services: URL, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()) {
        let client = HTTPClient(userAgent: "BrowserServicesKit", clock: clock)
        self.init(services: services, limits: limits, send: client.send)
    }

    init(
        services: URL, limits: Limits = Limits(),
        send: @escaping @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer
    ) {
        self.services = services
        self.limits = limits
        self.send = send
    }

    /// Requests the threats on the hosts that share a hash prefix. A malformed match is left out.
    public func matches(hashPrefix: String) async throws -> [ThreatMatch] {
        struct Answer: Decodable { let matches: ReadableElements<ThreatMatch> }
        let body = try await get("matches", ["hashPrefix": hashPrefix])
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
            throw MaliciousSiteProtectionError.unreadableMatches
        }
        return answer.matches.elements
    }

    /// Requests the changes of a data set. The body is not decoded here.
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
        let answer: HTTPAnswer
        do throws(HTTPFailure) {
            answer = try await send(
                HTTPRequest(
                    .get, url.absoluteString, timeout: limits.duration, answerBody: .kept(limit: limits.bytes)))
        } catch {
            switch error {
            case .answerTooLong(let limit): throw MaliciousSiteProtectionError.answerTooLong(limit: limit)
            case .cancelled: throw CancellationError()
            case .invalidURL, .unreachable, .untrusted, .timedOut, .interrupted, .unusableLibrary: throw error
            }
        }
        guard answer.status == 200 else { throw MaliciousSiteProtectionError.unexpectedStatus(answer.status) }
        return answer.body
    }
}
