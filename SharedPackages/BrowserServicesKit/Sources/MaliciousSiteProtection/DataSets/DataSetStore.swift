import Common
public import Foundation
import Primitives

/// The six data sets, in memory for look-ups and in a folder for the next launch.
///
/// A set that was never downloaded, or whose file is damaged, is the embedded one. A look-up sees one state of all sets and
/// never waits for an update. The store may be used from any thread. Several processes may share a folder: each replaces
/// whole files, and the last write wins.
public final class DataSetStore: Sendable {
    /// The source of a data set.
    public enum Origin: Hashable, Sendable {
        /// The package. No set was downloaded yet.
        case embedded
        /// The service.
        case downloaded
        /// The package, because the downloaded set cannot be read.
        case embeddedInsteadOf(MaliciousSiteProtectionError)
    }

    /// The state of one data set.
    public struct Status: Hashable, Sendable {
        /// The data set.
        public let id: DataSetID
        /// The revision of the service's data. 0 for an embedded set.
        public let revision: Int
        /// The number of entries.
        public let count: Int
        /// The source of the set.
        public let origin: Origin
    }

    private struct State: Sendable {
        var sets = DataSets()
        var origins: [DataSetID: Origin] = [:]
        var failures: [String: Int] = [:]
    }

    private let folder: URL
    private let state: Locked<State>
    /// Held while a change is applied and written, so that changes follow one another.
    private let writing = Locked(())

    /// Reads the data sets of a folder. The folder need not exist.
    public init(folder: URL) {
        self.folder = folder
        var state = State()
        for id in DataSetID.all {
            switch id.type {
            case .hashPrefixSet: Self.load(id, from: folder, into: \.hashPrefixes, of: &state)
            case .filterSet: Self.load(id, from: folder, into: \.filters, of: &state)
            }
        }
        let failures = try? Data(contentsOf: Self.failuresFile(in: folder))
        state.failures = failures.flatMap { try? JSONDecoder().decode([String: Int].self, from: $0) } ?? [:]
        self.state = Locked(state)
    }

    /// The current state of all data sets.
    var current: DataSets { state.withLock { $0.sets } }

    /// Returns the state of a data set.
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

    /// Returns the time of the last successful update, or `nil` if the data set was never downloaded.
    public func lastUpdate(of id: DataSetID) -> Date? {
        guard status(of: id).origin == .downloaded else { return nil }
        return try? FileManager.default.attributesOfItem(atPath: Self.file(of: id, in: folder).path)[.modificationDate]
            as? Date
    }

    /// Applies an answer of the service, on disk and in memory. If it throws, the old set stays.
    ///
    /// An answer with the revision of the set means that nothing is new. Its entries are ignored. The cost is that of reading
    /// and writing the whole set.
    ///
    /// - Parameters:
    ///   - body: The answer's JSON.
    ///   - id: The data set.
    ///   - revision: The revision for which the service was asked. 0 is the embedded set: the answer then replaces the
    ///     current set if `startsOver` is true.
    ///   - startsOver: Whether the current set is dropped.
    ///   - date: The time of the answer, for ``lastUpdate(of:)``.
    /// - Throws: The reason why the answer cannot be applied.
    public func apply(
        _ body: Data,
        to id: DataSetID,
        since revision: Int,
        startsOver: Bool = false,
        at date: Date
    ) throws(MaliciousSiteProtectionError) {
        let request = Request(id: id, revision: revision, startsOver: startsOver, date: date)
        switch id.type {
        case .hashPrefixSet: try apply(body, to: request, in: \.hashPrefixes)
        case .filterSet: try apply(body, to: request, in: \.filters)
        }
    }
}

// MARK: - Failures

extension DataSetStore {
    /// Counts the updates of a data set that failed in a row, also across launches. A success sets the count to zero.
    ///
    /// - Returns: The new count.
    @discardableResult
    func recordUpdate(of id: DataSetID, succeeded: Bool) -> Int {
        writing.withLock { _ in
            let (before, after) = state.withLock { state in
                let before = state.failures
                state.failures[id.description] = succeeded ? nil : (before[id.description] ?? 0) + 1
                return (before, state.failures)
            }
            if before != after { write(failures: after) }
            return after[id.description] ?? 0
        }
    }

    /// Writes the counts. If that fails, they last until the process ends.
    private func write(failures: [String: Int]) {
        let file = Self.failuresFile(in: folder)
        if failures.isEmpty {
            try? FileManager.default.removeItem(at: file)
        } else {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try? JSONEncoder().encode(failures).write(to: file, options: .atomic)
        }
    }

    private static func failuresFile(in folder: URL) -> URL { folder.appendingPathComponent("failed-updates.json") }
}

// MARK: - Files

extension DataSetStore {
    private struct Request {
        let id: DataSetID
        let revision: Int
        let startsOver: Bool
        let date: Date
    }

    static func file(of id: DataSetID, in folder: URL) -> URL {
        folder.appendingPathComponent("\(id.category.rawValue)-\(id.type.rawValue).mspd")
    }

    private static func load<Content: DataSet>(
        _ id: DataSetID,
        from folder: URL,
        into sets: WritableKeyPath<DataSets, [ThreatKind: Content]>,
        of state: inout State
    ) {
        do throws(MaliciousSiteProtectionError) {
            if let set = try read(Content.self, id: id, in: folder) {
                state.sets[keyPath: sets][id.category] = set
                state.origins[id] = .downloaded
                return
            }
            state.origins[id] = .embedded
        } catch {
            state.origins[id] = .embeddedInsteadOf(error)
        }
        state.sets[keyPath: sets][id.category] = Content(category: id.category, embedded: EmbeddedEntry.all)
    }

    /// Reads the file of a data set, or returns `nil` if there is none.
    private static func read<Content: DataSet>(
        _ type: Content.Type,
        id: DataSetID,
        in folder: URL
    ) throws(MaliciousSiteProtectionError) -> Content? {
        let file = file(of: id, in: folder)
        if let data = try? Data(contentsOf: file, options: .mappedIfSafe) {
            return try DataSetFile.read(type, id: id, from: data)
        }
        if FileManager.default.fileExists(atPath: file.path) { throw .corruptFile(id) }
        return nil
    }

    private func apply<Content: DataSet>(
        _ body: Data,
        to request: Request,
        in sets: WritableKeyPath<DataSets, [ThreatKind: Content]>
    ) throws(MaliciousSiteProtectionError) {
        let id = request.id
        guard let change = try? JSONDecoder().decode(ChangeSet<Content.Entry>.self, from: body) else {
            throw .unreadableChangeSet(id)
        }
        let outcome = writing.withLock { _ in
            Result { () throws(MaliciousSiteProtectionError) in
                guard let current = current[keyPath: sets][id.category] else { return }
                let changed = try Self.changed(current, by: change, for: request)
                try write(changed, instead: current, for: request)
                state.withLock {
                    if let changed { $0.sets[keyPath: sets][id.category] = changed }
                    $0.origins[id] = .downloaded
                }
            }
        }
        try outcome.get()
    }

    /// Returns the set after a change set, or `nil` if nothing is new.
    private static func changed<Content: DataSet>(
        _ current: Content,
        by change: ChangeSet<Content.Entry>,
        for request: Request
    ) throws(MaliciousSiteProtectionError) -> Content? {
        let id = request.id
        if request.startsOver {
            guard change.revision >= 0 else { throw .revisionWentBackwards(id, from: 0, to: change.revision) }
            return Content(category: id.category, embedded: EmbeddedEntry.all).applying(change)
        }
        guard request.revision == current.revision else {
            throw .superseded(id, requested: request.revision, current: current.revision)
        }
        guard change.revision >= (change.replace ? 0 : current.revision) else {
            throw .revisionWentBackwards(id, from: current.revision, to: change.revision)
        }
        return change.revision == current.revision ? nil : current.applying(change)
    }

    /// Replaces the file as a whole. If nothing is new, only the file's date changes.
    private func write<Content: DataSet>(
        _ changed: Content?, instead current: Content, for request: Request
    ) throws(MaliciousSiteProtectionError) {
        let id = request.id
        let file = Self.file(of: id, in: folder)
        do {
            if changed != nil || status(of: id).origin != .downloaded {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(DataSetFile.bytes(of: changed ?? current, id: id)).write(to: file, options: .atomic)
            }
            try FileManager.default.setAttributes([.modificationDate: request.date], ofItemAtPath: file.path)
        } catch {
            throw .cannotWrite(id, code: (error as NSError).code)
        }
    }
}
