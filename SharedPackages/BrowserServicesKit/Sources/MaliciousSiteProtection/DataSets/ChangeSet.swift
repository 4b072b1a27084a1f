import Foundation

/// What the service answers to "what is new since revision N?".
struct ChangeSet<Entry: Decodable>: Decodable {
    let insert: [Entry]
    let delete: [Entry]
    let revision: Int
    /// Whether `insert` is the whole set.
    let replace: Bool
}

/// An entry on the wire is not what it should be.
struct MalformedEntry: Error {
    let text: String
}

/// One of the two kinds of data set, as the store keeps it.
protocol DataSet: Sendable {
    /// An entry on the wire.
    associatedtype Entry: Decodable

    static var kind: DataSetKind { get }

    /// The state of the service's data that this set copies; 0 for an embedded set.
    var revision: Int { get }
    var count: Int { get }

    /// The entries in the form they have on disk.
    var encoded: [UInt8] { get }

    /// Reads what ``encoded`` wrote, or returns `nil` if it is something else.
    init?(revision: Int, count: Int, encoded: UnsafeRawBufferPointer)

    init(category: ThreatKind, embedded entries: [EmbeddedEntry])

    /// The set with the deletions and then the insertions of a change set made; revisions are the caller's business.
    func applying(_ change: ChangeSet<Entry>, to id: DataSetID) throws(MaliciousSiteProtectionError) -> Self
}
