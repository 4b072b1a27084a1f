import Common
import Foundation
import Primitives

extension DataSetStore {
    static func load<Content: DataSet>(
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
        state.sets[keyPath: sets][id.category] = Content(category: id.category, embedded: EmbeddedDataSets.entries)
    }

    /// The set that is kept, or `nil` if none is.
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

    func apply<Content: DataSet>(
        _ body: Data,
        to id: DataSetID,
        since revision: Int,
        at date: Date,
        in sets: WritableKeyPath<DataSets, [ThreatKind: Content]>
    ) throws(MaliciousSiteProtectionError) {
        let change = try Self.changeSet(of: Content.self, id: id, from: body)
        let outcome = writing.withLock {
            Result { () throws(MaliciousSiteProtectionError) in
                guard let old = current[keyPath: sets][id.category] else { return }
                let new = try Self.updated(old, by: change, since: revision, id: id)
                try write(new, id: id, at: date)
                state.withLock {
                    $0.sets[keyPath: sets][id.category] = new
                    $0.origins[id] = .downloaded
                }
            }
        }
        try outcome.get()
    }

    private static func changeSet<Content: DataSet>(
        of type: Content.Type,
        id: DataSetID,
        from body: Data
    ) throws(MaliciousSiteProtectionError) -> ChangeSet<Content.Entry> {
        do {
            return try JSONDecoder().decode(ChangeSet<Content.Entry>.self, from: body)
        } catch let error as MalformedEntry {
            throw .malformedEntry(id, entry: error.text)
        } catch {
            throw .unreadableChangeSet(id)
        }
    }

    private static func updated<Content: DataSet>(
        _ set: Content,
        by change: ChangeSet<Content.Entry>,
        since revision: Int,
        id: DataSetID
    ) throws(MaliciousSiteProtectionError) -> Content {
        guard revision == set.revision else {
            throw .superseded(id, requested: revision, current: set.revision)
        }
        guard change.revision >= set.revision else {
            throw .revisionWentBackwards(id, from: set.revision, to: change.revision)
        }
        return change.revision == set.revision ? set : try set.applying(change, to: id)
    }

    /// Replaces the file as a whole, or only its date where its contents stay.
    private func write(_ set: some DataSet, id: DataSetID, at date: Date) throws(MaliciousSiteProtectionError) {
        let file = Self.file(of: id, in: folder)
        let kept = status(of: id)
        do {
            if kept.origin != .downloaded || kept.revision != set.revision {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(DataSetFile.bytes(of: set, id: id)).write(to: file, options: .atomic)
            }
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        } catch {
            throw .cannotWrite(id, code: (error as NSError).code)
        }
    }

    static func file(of id: DataSetID, in folder: URL) -> URL {
        folder.appendingPathComponent("\(id.category.rawValue)-\(id.type.rawValue).mspd")
    }
}
