/// The balance of all requests: `accepted = delivered + pending + Σ dropped` in every committed state.
public struct Accounts: Sendable, Equatable, Codable {
    /// Requests that were committed, and requests that the memory queue refused and counted with the next commit.
    public var accepted = 0
    /// Requests that the server answered with success.
    public var delivered = 0
    /// Requests in the store.
    public var pending = 0
    /// Fires that a frequency or sampling held back, counted by leg. They never became requests.
    public var suppressed = 0
    /// Requests that were given up, by reason. Reasons that did not occur are left out.
    public var dropped: [DropReason: Int] = [:]
    /// Requests that were sent again although an earlier attempt may have arrived.
    public var resent = 0
    /// Parameters that were left out because they were NaN or infinite.
    public var omittedParameters = 0

    /// Creates empty accounts.
    public init() {}

    /// Whether every accepted request is accounted for.
    public var isBalanced: Bool { accepted == delivered + pending + dropped.values.reduce(0, +) }
}

/// The reason why an accepted request is not delivered. The ledger counts each reason.
public enum DropReason: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    /// The bounded queue in memory was full.
    case memoryFull
    /// The store exceeded its limit of rows or bytes.
    case storeFull
    /// The name exceeded its share of the store while other names had requests there.
    case overShare
    /// The request exceeded the age limit.
    case expired
    /// The server refused it permanently (a 4xx other than 408, 425 and 429).
    case refused
    /// Consent was denied before it was sent.
    case denied
    /// The name is empty, longer than 200 bytes, or has a character other than `A–Z a–z 0–9 _ . -`.
    case invalidName
    /// The request line would be longer than 8 KiB.
    case tooLong
    /// The definition does not allow its frequency or one of its parameters.
    case undeclared
    /// Checking one of its parameters against a pattern of the definition takes too many steps.
    case tooComplex
    /// It was fired after shutdown.
    case shutDown
    /// The stored request cannot be read.
    case unreadable
}
