public import Foundation

/// What the service knows about the hosts that share a short hash prefix.
public protocol MatchesAPI: Sendable {
    /// Returns every known threat on a host whose SHA-256 begins with four hexadecimal digits.
    ///
    /// - Throws: Any error; it is reported, and the page is let through.
    func matches(hashPrefix: String) async throws -> [ThreatMatch]
}

/// What is new in the service's data sets.
public protocol DataSetsAPI: Sendable {
    /// Returns the change set, as JSON, that leads from a revision to the newest.
    func changes(of id: DataSetID, since revision: Int) async throws -> Data
}

/// A threat that the service knows: a host and a pattern.
public struct ThreatMatch: Hashable, Sendable, Decodable {
    /// The SHA-256 of the canonical host in hexadecimal.
    public let hash: String
    /// A regular expression on the canonical address.
    public let regex: String
    /// The kind of threat; one that this version does not know is passed over.
    public let category: String

    /// Creates a match.
    public init(hash: String, regex: String, category: String) {
        self.hash = hash
        self.regex = regex
        self.category = category
    }
}
