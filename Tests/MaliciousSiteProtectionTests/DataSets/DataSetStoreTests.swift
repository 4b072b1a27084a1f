import Foundation
import Testing

@testable import MaliciousSiteProtection

@Suite struct DataSetStoreTests {
    static let id = DataSetID(.phishing, .hashPrefixSet)
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)
    let folder = TemporaryFolder()

    private func store() -> DataSetStore { DataSetStore(folder: folder.url) }

    private func prefixes(of store: DataSetStore) -> [UInt32] {
        let sets = store.current
        return (0..<10).filter { sets.hashPrefixes[.phishing]?.contains($0) == true }
    }

    private func status(revision: Int, count: Int, _ origin: DataSetStore.Origin) -> DataSetStore.Status {
        DataSetStore.Status(id: Self.id, revision: revision, count: count, origin: origin)
    }

    /// A store whose phishing prefixes are 1 and 2, at revision 7.
    private func filledStore() throws -> DataSetStore {
        let store = store()
        let body = changeSet(insert: [#""00000001""#, #""00000002""#], revision: 7, replace: true)
        try store.apply(body, to: Self.id, since: 0, at: Self.noon)
        return store
    }

    @Test("Before the first download every data set is the embedded one, at revision 0", arguments: DataSetID.all)
    func embedded(id: DataSetID) {
        let status = store().status(of: id)
        #expect(status.origin == .embedded)
        #expect(status.revision == 0)
        #expect(status.count > 0)
        #expect(store().lastUpdate(of: id) == nil)
    }

    @Test("Changes hold in memory and after the next launch")
    func durability() throws {
        let store = try filledStore()
        let body = changeSet(insert: [#""00000003""#], delete: [#""00000001""#], revision: 9)
        try store.apply(body, to: Self.id, since: 7, at: Self.noon)
        for store in [store, self.store()] {
            #expect(prefixes(of: store) == [2, 3])
            #expect(store.status(of: Self.id) == status(revision: 9, count: 2, .downloaded))
            #expect(store.lastUpdate(of: Self.id) == Self.noon)
        }
    }

    @Test("A change of one data set leaves the five others alone")
    func others() throws {
        let before = DataSetID.all.map(store().status)
        let after = DataSetID.all.map(try filledStore().status)
        #expect(zip(before, after).filter { $0 != $1 }.map(\.0.id) == [Self.id])
    }

    @Test("A change set with the same revision changes nothing but the date")
    func nothingNew() throws {
        let store = try filledStore()
        let file = try Data(contentsOf: folder.file(of: Self.id))
        let later = Self.noon + 60
        try store.apply(changeSet(insert: [#""00000009""#], revision: 7), to: Self.id, since: 7, at: later)
        #expect(prefixes(of: store) == [1, 2])
        #expect(store.lastUpdate(of: Self.id) == later)
        #expect(try Data(contentsOf: folder.file(of: Self.id)) == file)
    }

    @Test("A service that has nothing yet turns the embedded set into a downloaded one")
    func emptyService() throws {
        let store = store()
        let count = store.status(of: Self.id).count
        try store.apply(changeSet(revision: 0), to: Self.id, since: 0, at: Self.noon)
        #expect(store.status(of: Self.id) == status(revision: 0, count: count, .downloaded))
        #expect(self.store().status(of: Self.id) == status(revision: 0, count: count, .downloaded))
    }

    @Test(
        "A change set that cannot be applied leaves the old set in memory and on disk",
        arguments: [
            (
                #"{"insert":["00000003"],"delete":[],"revision":6,"replace":false}"#,
                .revisionWentBackwards(id, from: 7, to: 6)
            ),
            (
                #"{"insert":["00000003"],"delete":[],"revision":-1,"replace":true}"#,
                .revisionWentBackwards(id, from: 7, to: -1)
            ),
            (#"{"insert":["00000003"],"delete":[],"revision":8,"repl"#, .unreadableChangeSet(id)),
            (#"{"insert":["00000003"],"delete":[],"revision":8}"#, .unreadableChangeSet(id)),
            (#"{"insert":[3,"x"],"delete":[],"revision":8,"replace":true}"#, .unreadableChangeSet(id)),
            (#"{"insert":[],"delete":[],"revision":99999999999999999999,"replace":false}"#, .unreadableChangeSet(id)),
            ("<html>", .unreadableChangeSet(id)), ("", .unreadableChangeSet(id)), ("[]", .unreadableChangeSet(id)),
        ] as [(String, MaliciousSiteProtectionError)]
    )
    func refusal(body: String, error: MaliciousSiteProtectionError) throws {
        let store = try filledStore()
        let file = try Data(contentsOf: folder.file(of: Self.id))
        #expect(throws: error) { try store.apply(Data(body.utf8), to: Self.id, since: 7, at: Self.noon + 60) }
        #expect(prefixes(of: store) == [1, 2])
        #expect(store.status(of: Self.id) == status(revision: 7, count: 2, .downloaded))
        #expect(store.lastUpdate(of: Self.id) == Self.noon)
        #expect(try Data(contentsOf: folder.file(of: Self.id)) == file)
    }

    @Test(
        "A change set with entries that cannot be used is applied without them",
        arguments: [
            (#"{"insert":["00000003"],"delete":["00000009"],"revision":8,"replace":false}"#, [1, 2, 3]),
            (#"{"insert":["00000003"],"delete":["00000001","00000001"],"revision":8,"replace":false}"#, [2, 3]),
            (#"{"insert":["3","00000003",null],"delete":["x"],"revision":8,"replace":false}"#, [1, 2, 3]),
            (#"{"insert":[3],"delete":[],"revision":8,"replace":false}"#, [1, 2]),
            (#"{"insert":["00000003"],"delete":["00000001"],"revision":8,"replace":true}"#, [3]),
            (#"{"insert":["00000003"],"delete":[],"revision":5,"replace":true}"#, [3]),
        ] as [(String, [UInt32])]
    )
    func leniency(body: String, left: [UInt32]) throws {
        let store = try filledStore()
        try store.apply(Data(body.utf8), to: Self.id, since: 7, at: Self.noon + 60)
        for store in [store, self.store()] { #expect(prefixes(of: store) == left) }
        #expect(store.lastUpdate(of: Self.id) == Self.noon + 60)
    }

    @Test("An answer to a request for the whole set replaces the set, at whatever revision", arguments: [1, 7, 9])
    func startingOver(revision: Int) throws {
        let store = try filledStore()
        let embedded = DataSetStore(folder: TemporaryFolder().url).status(of: Self.id).count
        let body = changeSet(insert: [#""00000003""#], revision: revision)
        try store.apply(body, to: Self.id, since: 0, startsOver: true, at: Self.noon)
        for store in [store, self.store()] {
            #expect(prefixes(of: store) == [3])
            #expect(store.status(of: Self.id) == status(revision: revision, count: embedded + 1, .downloaded))
        }
    }

    @Test("Failed updates are counted across launches, and a success ends the count")
    func failures() throws {
        let other = DataSetID(.scam, .filterSet)
        #expect(store().recordUpdate(of: Self.id, succeeded: false) == 1)
        #expect(store().recordUpdate(of: other, succeeded: false) == 1)
        #expect(store().recordUpdate(of: Self.id, succeeded: false) == 2)
        #expect(store().recordUpdate(of: Self.id, succeeded: true) == 0)
        #expect(store().recordUpdate(of: Self.id, succeeded: false) == 1)
        #expect(store().recordUpdate(of: other, succeeded: false) == 2)
    }

    @Test("A change set made for another revision is refused")
    func superseded() throws {
        let store = try filledStore()
        #expect(throws: MaliciousSiteProtectionError.superseded(Self.id, requested: 5, current: 7)) {
            try store.apply(changeSet(insert: [#""00000003""#], revision: 8), to: Self.id, since: 5, at: Self.noon)
        }
        #expect(prefixes(of: store) == [1, 2])
    }

    @Test("A damaged file gives way to the embedded set, and the status says so")
    func damage() throws {
        _ = try filledStore()
        let file = folder.file(of: Self.id)
        try Data(contentsOf: file).dropLast().write(to: file)
        let store = store()
        let embedded = DataSetStore(folder: TemporaryFolder().url).status(of: Self.id)
        let origin = DataSetStore.Origin.embeddedInsteadOf(.corruptFile(Self.id))
        #expect(store.status(of: Self.id) == status(revision: 0, count: embedded.count, origin))
        #expect(store.lastUpdate(of: Self.id) == nil)
        try store.apply(
            changeSet(insert: [#""00000001""#], revision: 7, replace: true),
            to: Self.id,
            since: 0,
            at: Self.noon
        )
        #expect(self.store().status(of: Self.id) == status(revision: 7, count: 1, .downloaded))
    }

    @Test("A file that cannot be read counts as damaged")
    func unreadable() throws {
        try FileManager.default.createDirectory(at: folder.file(of: Self.id), withIntermediateDirectories: true)
        #expect(store().status(of: Self.id).origin == .embeddedInsteadOf(.corruptFile(Self.id)))
    }

    @Test("A folder that cannot be written to leaves the old set in place")
    func unwritable() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "protection-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let store = DataSetStore(folder: file.appending(path: "inside"))
        let before = store.status(of: Self.id)
        let error = #expect(throws: MaliciousSiteProtectionError.self) {
            try store.apply(changeSet(insert: [#""00000001""#], revision: 7), to: Self.id, since: 0, at: Self.noon)
        }
        guard case .cannotWrite(Self.id, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(store.status(of: Self.id) == before)
    }

    @Test("The folder contains whole data sets alone")
    func leftovers() throws {
        let store = try filledStore()
        for revision in 8...12 {
            try store.apply(changeSet(revision: revision), to: Self.id, since: revision - 1, at: Self.noon)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["phishing-hashPrefixSet.mspd"])
    }

    @Test("Look-ups go on while changes are made, and see whole sets only")
    func concurrency() async throws {
        let store = try filledStore()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for revision in 8...40 {
                    let entries = revision.isMultiple(of: 2) ? [#""00000001""#, #""00000002""#] : [#""00000003""#]
                    let body = changeSet(insert: entries, revision: revision, replace: true)
                    do { try store.apply(body, to: Self.id, since: revision - 1, at: Self.noon) } catch { return false }
                }
                return true
            }
            for _ in 0..<2 {
                group.addTask { (0..<2_000).allSatisfy { _ in [[1, 2], [3]].contains(prefixes(of: store)) } }
            }
            for await isConsistent in group { #expect(isConsistent) }
        }
        #expect(store.status(of: Self.id).revision == 40)
    }
}
