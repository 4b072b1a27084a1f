import Foundation
import PixelKitTesting
import Testing

@testable import MaliciousSiteProtection

@Suite struct DataSetUpdaterTests {
    static let id = DataSetID(.malware, .hashPrefixSet)
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)
    let folder = TemporaryFolder()
    let record = Record<String>()

    private func makeUpdater(
        _ store: DataSetStore,
        clock: ManualClock = ManualClock(),
        now: Date = noon,
        _ api: StubDataSetsAPI
    ) -> DataSetUpdater {
        DataSetUpdater(dataSets: store, api: api, eventMapping: record.events, clock: clock, now: { now })
    }

    /// A service that has always one revision more.
    private static var api: StubDataSetsAPI { StubDataSetsAPI { nextRevision($0, $1) } }

    private static func nextRevision(_ id: DataSetID, _ revision: Int) -> String {
        #"{"insert":[],"delete":[],"revision":\#(revision + 1),"replace":false}"#
    }

    @Test("An update requests the changes since the current revision, and applies them")
    func update() async throws {
        let api = Self.api
        let updater = makeUpdater(DataSetStore(folder: folder.url), api)
        #expect(try await updater.update(Self.id).revision == 1)
        #expect(try await updater.update(Self.id).revision == 2)
        #expect(api.requests.all == ["malware/hashPrefixSet@0", "malware/hashPrefixSet@1"])
        #expect(record.all == [])
    }

    @Test("A first download that fails is reported, and its error thrown", arguments: DataSetID.all)
    func firstFailure(id: DataSetID) async {
        let updater = makeUpdater(DataSetStore(folder: folder.url), StubDataSetsAPI { _, _ in throw ServiceDown() })
        await #expect(throws: ServiceDown()) { try await updater.update(id) }
        let kind = "MaliciousSiteProtection.ThreatKind.\(id.category)"
        let type = "MaliciousSiteProtection.DataSetKind.\(id.type)"
        #expect(record.all == ["failedToDownloadInitialDataSets(category: \(kind), type: \(type))"])
    }

    @Test("A first download that cannot be applied is reported")
    func firstRefusal() async {
        let updater = makeUpdater(DataSetStore(folder: folder.url), StubDataSetsAPI { _, _ in "<html>" })
        await #expect(throws: MaliciousSiteProtectionError.unreadableChangeSet(Self.id)) {
            try await updater.update(Self.id)
        }
        #expect(record.all.count == 1)
    }

    @Test("A later failure is thrown, but not reported as a first one")
    func laterFailure() async throws {
        let store = DataSetStore(folder: folder.url)
        try await makeUpdater(store, Self.api).update(Self.id)
        let failing = makeUpdater(store, StubDataSetsAPI { _, _ in throw ServiceDown() })
        await #expect(throws: ServiceDown()) { try await failing.update(Self.id) }
        #expect(record.all == [])
        #expect(store.status(of: Self.id).revision == 1)
    }

    @Test("An answer that was overtaken by another update is refused")
    func overtaken() async throws {
        let store = DataSetStore(folder: folder.url)
        let slow = makeUpdater(
            store,
            StubDataSetsAPI { id, revision in
                try store.apply(changeSet(revision: 5), to: id, since: 0, at: Self.noon)
                return Self.nextRevision(id, revision)
            }
        )
        await #expect(throws: MaliciousSiteProtectionError.superseded(Self.id, requested: 0, current: 5)) {
            try await slow.update(Self.id)
        }
        #expect(store.status(of: Self.id).revision == 5)
    }

    /// An answer to the request for changes, and whether it leads to a request for the whole set.
    private static let answers: [(Result<String, MaliciousSiteProtectionError>, Bool)] = [
        (.success("<html>"), true), (.success(#"{"insert":[],"delete":[],"revision":1,"replace":false}"#), true),
        (.failure(.unexpectedStatus(400)), true), (.failure(.unexpectedStatus(404)), true),
        (.failure(.unexpectedStatus(410)), true), (.failure(.unexpectedStatus(401)), false),
        (.failure(.unexpectedStatus(429)), false), (.failure(.unexpectedStatus(503)), false),
        (.failure(.answerTooLong(limit: 1)), false),
    ]

    @Test("An answer that cannot be applied leads to one request for the whole set", arguments: answers)
    func healing(answer: Result<String, MaliciousSiteProtectionError>, heals: Bool) async throws {
        let store = DataSetStore(folder: folder.url)
        try store.apply(changeSet(revision: 7), to: Self.id, since: 0, at: Self.noon)
        let whole = #"{"insert":["00000003"],"delete":[],"revision":3,"replace":true}"#
        let api = StubDataSetsAPI { _, revision in revision == 0 ? whole : try answer.get() }
        let status = try? await makeUpdater(store, api).update(Self.id)
        #expect((status != nil) == heals)
        #expect(store.status(of: Self.id).revision == (heals ? 3 : 7))
        #expect(api.requests.all == ["\(Self.id)@7"] + (heals ? ["\(Self.id)@0"] : []))
        #expect(record.all == [])
    }

    @Test("A whole set that cannot be applied either is requested once an update, and the old set stays")
    func stillBroken() async throws {
        let store = DataSetStore(folder: folder.url)
        try store.apply(changeSet(revision: 7), to: Self.id, since: 0, at: Self.noon)
        let api = StubDataSetsAPI { _, _ in "<html>" }
        await #expect(throws: MaliciousSiteProtectionError.unreadableChangeSet(Self.id)) {
            try await makeUpdater(store, api).update(Self.id)
        }
        #expect(api.requests.all.count == 2)
        #expect(store.status(of: Self.id).revision == 7)
    }

    @Test("A full update requests the whole set, and drops what the service no longer lists")
    func full() async throws {
        let store = DataSetStore(folder: folder.url)
        try store.apply(changeSet(insert: [#""00000009""#], revision: 7), to: Self.id, since: 0, at: Self.noon)
        let api = StubDataSetsAPI { _, _ in #"{"insert":["00000003"],"delete":[],"revision":7,"replace":true}"# }
        let status = try await makeUpdater(store, api).update(Self.id, full: true)
        #expect(api.requests.all == ["\(Self.id)@0"])
        #expect(status == DataSetStore.Status(id: Self.id, revision: 7, count: 1, origin: .downloaded))
        #expect(DataSetStore(folder: folder.url).status(of: Self.id) == status)
    }

    @Test("A data set that fails three updates in a row is reported once, also across launches")
    func threeFailures() async throws {
        try DataSetStore(folder: folder.url).apply(changeSet(revision: 7), to: Self.id, since: 0, at: Self.noon)
        let event =
            "failedToUpdateDataSets(category: MaliciousSiteProtection.ThreatKind.malware, "
            + "type: MaliciousSiteProtection.DataSetKind.hashPrefixSet)"
        var counts: [Int] = []
        for fails in [true, true, false, true, true, true, true] {
            let api = StubDataSetsAPI { id, revision in
                if fails { throw ServiceDown() }
                return Self.nextRevision(id, revision)
            }
            _ = try? await makeUpdater(DataSetStore(folder: folder.url), api).update(Self.id)
            counts.append(record.all.count)
        }
        #expect(counts == [0, 0, 0, 0, 0, 1, 1])
        #expect(record.all == [event])
    }

    @Test("A cancelled update is no failure")
    func cancelledUpdate() async {
        let store = DataSetStore(folder: folder.url)
        let updater = makeUpdater(store, StubDataSetsAPI { _, _ in throw CancellationError() })
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try? await updater.update(Self.id)
        }
        await task.value
        #expect(record.all == [])
        #expect(store.recordUpdate(of: Self.id, succeeded: false) == 1)
    }

    @Test("Each data set is updated at once and then at its own interval, until the task is cancelled")
    func intervals() async {
        let clock = ManualClock()
        let api = Self.api
        let updater = makeUpdater(DataSetStore(folder: folder.url), clock: clock, api)
        let task = Task {
            await updater.run(intervals: .init(hashPrefixSet: .seconds(10), filterSet: .seconds(25)))
        }
        var counts: [Int] = []
        for _ in 0..<6 {
            await clock.waitForSleepers(6)
            counts.append(api.requests.all.count)
            clock.advance(by: .seconds(5))
        }
        task.cancel()
        await task.value
        // 0 s: all six; 10 s: three; 20 s: three; 25 s: three.
        #expect(counts == [6, 6, 9, 9, 12, 15])
    }

    @Test("A data set that an earlier launch updated waits for the rest of its interval")
    func laterLaunch() async throws {
        let store = DataSetStore(folder: folder.url)
        for id in DataSetID.all {
            try store.apply(changeSet(revision: 1), to: id, since: 0, at: Self.noon)
        }
        let clock = ManualClock()
        let api = Self.api
        let updater = makeUpdater(store, clock: clock, now: Self.noon + 8, api)
        let task = Task {
            await updater.run(intervals: .init(hashPrefixSet: .seconds(10), filterSet: .seconds(25)))
        }
        var counts: [Int] = []
        for _ in 0..<3 {
            await clock.waitForSleepers(6)
            counts.append(api.requests.all.count)
            clock.advance(by: .seconds(1))
        }
        task.cancel()
        await task.value
        #expect(counts == [0, 0, 3])
    }

    @Test("A failed update is tried again after its interval, or sooner if that is long")
    func retry() async {
        let clock = ManualClock()
        let api = StubDataSetsAPI { _, _ in throw ServiceDown() }
        let updater = makeUpdater(DataSetStore(folder: folder.url), clock: clock, api)
        let intervals = DataSetUpdater.Intervals(
            hashPrefixSet: .seconds(1),
            filterSet: .seconds(100),
            retry: .seconds(2)
        )
        let task = Task { await updater.run(intervals: intervals) }
        var counts: [Int] = []
        for _ in 0..<3 {
            await clock.waitForSleepers(6)
            counts.append(api.requests.all.count)
            clock.advance(by: .seconds(1))
        }
        task.cancel()
        await task.value
        #expect(counts == [6, 9, 15])
    }
}
