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

    @Test("An update asks for what is new since the revision at hand, and applies it")
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

    @Test("So is a first download that does not apply")
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

    @Test("An answer that was overtaken by another does not apply")
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
