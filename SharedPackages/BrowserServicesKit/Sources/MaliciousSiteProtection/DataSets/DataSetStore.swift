import Common
public import Foundation
import Primitives

/// The six data sets: in memory for look-ups, in a folder for the next launch.
///
/// A set that was never downloaded, or whose file is damaged, is the embedded one. A look-up sees one state of all sets
/// and never waits for an update. Safe to use from any thread; of several processes that share a folder each replaces
/// whole files, and the last one wins.
public final class DataSetStore: Sendable {
    /// Where a data set comes from.
    public enum Origin: Hashable, Sendable {
        /// The package; nothing was downloaded yet.
        case embedded
        /// The service, at some time.
        case downloaded
        /// The package, because the downloaded set could not be read.
        case embeddedInsteadOf(MaliciousSiteProtectionError)
    }

    /// What the store knows about one data set.
    public struct Status: Hashable, Sendable {
        /// The data set.
        public let id: DataSetID
        /// The state of the service's data that the set copies; 0 for an embedded set.
        public let revision: Int
        /// The number of entries.
        public let count: Int
        /// Where the set comes from.
        public let origin: Origin
    }

    struct State: Sendable {
        var sets = DataSets()
        var origins: [DataSetID: Origin] = [:]
    }

    let folder: URL
    let state: Locked<State>
    /// Held while a change is worked out and written, so that changes come one after the other.
    let writing = NSLock()

    /// Reads the data sets that are kept in a folder; the folder need not exist.
    public init(folder: URL) {
        self.folder = folder
        var state = State()
        for id in DataSetID.all {
            switch id.type {
            case .hashPrefixSet: Self.load(id, from: folder, into: \.hashPrefixes, of: &state)
            case .filterSet: Self.load(id, from: folder, into: \.filters, of: &state)
            }
        }
        self.state = Locked(state)
    }

    /// All data sets as they are at this moment.
    var current: DataSets { state.withLock { $0.sets } }

    /// What the store knows about a data set.
    public func status(of id: DataSetID) -> Status {
        let state = state.withLock { $0 }
        let set: (any DataSet)? =
            switch id.type {
            case .hashPrefixSet: state.sets.hashPrefixes[id.category]
            case .filterSet: state.sets.filters[id.category]
            }
        return Status(
            id: id,
            revision: set?.revision ?? 0,
            count: set?.count ?? 0,
            origin: state.origins[id] ?? .embedded
        )
    }

    /// When the service was last found to have nothing newer, or `nil` if a data set was never downloaded.
    public func lastUpdate(of id: DataSetID) -> Date? {
        guard status(of: id).origin == .downloaded else { return nil }
        return try? FileManager.default.attributesOfItem(atPath: Self.file(of: id, in: folder).path)[.modificationDate]
            as? Date
    }

    /// Makes the changes of one answer of the service: all of them, on disk and in memory, or none.
    ///
    /// A change set with the revision that the set has says that nothing is new; its entries are not looked at. Takes as
    /// long as reading and writing the whole set takes.
    ///
    /// - Parameters:
    ///   - body: The answer's JSON.
    ///   - id: The data set that was asked about.
    ///   - revision: The revision that the service was asked about.
    ///   - date: The time of the answer, kept for ``lastUpdate(of:)``.
    /// - Throws: Why the old set stays.
    public func apply(
        _ body: Data,
        to id: DataSetID,
        since revision: Int,
        at date: Date
    ) throws(MaliciousSiteProtectionError) {
        switch id.type {
        case .hashPrefixSet: try apply(body, to: id, since: revision, at: date, in: \.hashPrefixes)
        case .filterSet: try apply(body, to: id, since: revision, at: date, in: \.filters)
        }
    }
}
