/// A count that is worth a mention.
public struct Milestone: Hashable, Sendable {
    /// The name under which the terminal knows it.
    public let id: String
    /// The record that counts towards it.
    public let record: String
    /// The count that reaches it.
    public let count: Int

    /// Creates a milestone that is reached when `record` counts `count`.
    public init(_ id: String, record: String, count: Int) {
        self.id = id
        self.record = record
        self.count = count
    }
}

/// Where milestones are reported to in the end, such as Game Center.
///
/// The terminal knows best what it has confirmed: after a crash between its confirmation and our note of it, only it
/// can tell.
public protocol AchievementReporting: Sendable {
    /// Returns the ids of the milestones that were confirmed, in this launch and earlier ones.
    ///
    /// - Throws: Any error; nothing is reported then, and the question is asked again later.
    func confirmed() async throws -> Set<String>

    /// Reports one milestone and returns when it is confirmed.
    ///
    /// - Throws: Any error; the milestone is reported again later unless `confirmed()` names it by then.
    func report(_ milestone: Milestone) async throws
}

/// A terminal that confirms by writing to a file, for platforms without one of their own.
public actor FileAchievements: AchievementReporting {
    private let store: any ValueStore<Set<String>>

    /// Creates a terminal whose confirmations are kept in `store`, such as a `JSONFile`.
    public init(in store: any ValueStore<Set<String>>) { self.store = store }

    /// Returns the ids in the store.
    public func confirmed() throws -> Set<String> { try store.load() ?? [] }

    /// Adds the milestone's id to the store.
    public func report(_ milestone: Milestone) throws {
        _ = try store.update { ($0 ?? []).union([milestone.id]) }
    }
}
