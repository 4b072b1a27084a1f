/// What became of every request: `accepted = delivered + pending + Σ dropped`, in every committed state.
public struct Accounts: Sendable, Equatable, Codable {
    /// Requests that were committed, or refused by the memory queue and counted with the next commit.
    public var accepted = 0
    /// Requests that the server answered with success.
    public var delivered = 0
    /// Requests that wait in the store.
    public var pending = 0
    /// What a frequency or sampling held back, counted by legs; it was never a request.
    public var suppressed = 0
    /// Requests given up, by reason; only reasons that occurred.
    public var dropped: [DropReason: Int] = [:]
    /// Requests sent again although an earlier attempt may have arrived.
    public var resent = 0
    /// Parameters left out because they were NaN or infinite; their pixels went out without them.
    public var omittedParameters = 0

    /// Creates empty accounts.
    public init() {}

    /// Whether every accepted request is accounted for.
    public var isBalanced: Bool { accepted == delivered + pending + dropped.values.reduce(0, +) }
}
