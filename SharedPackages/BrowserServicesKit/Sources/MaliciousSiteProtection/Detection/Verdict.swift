/// What is known about one address.
public struct Verdict: Hashable, Sendable {
    /// Who gave the verdict.
    public enum Source: String, Hashable, Sendable {
        /// A local filter.
        case local
        /// The service, which was asked because the host's hash resembles a listed one.
        case api
        /// Nobody: nothing local pointed to a threat, or the service did not answer.
        case none
    }

    /// The threat, or `nil` for a page that may be visited.
    public let threat: ThreatKind?
    /// Who gave the verdict.
    public let source: Source
    /// Whether a local filter found the threat (`true`) or the service (`false`); `nil` without a threat, and while the
    /// category's filter set holds no more than 100 filters: a small set would tell too much about the page.
    public let clientSideHit: Bool?

    /// Nothing is known against the address.
    static let safe = Verdict(threat: nil, source: .none, clientSideHit: nil)
}
