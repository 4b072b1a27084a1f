import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite struct StorageFailureTests {
    private static let faults: [(TestStore.Fault, DatabaseError)] = [
        (.full, .full), (.readOnly, .readOnly), (.busy, .busy), (.torn, .corrupt),
    ]

    @Test(
        "What is fired while storage fails waits, is reported, and is committed in order once it works",
        arguments: faults)
    func recovery(fault: TestStore.Fault, error: DatabaseError) async throws {
        let bench = Workbench(memoryLimit: 10)
        let outcomes = Collector<PixelOutcome>()
        bench.store.set(fault)
        func fire(_ index: Int) {
            bench.pixels.fire(SamplePixel(parameters: ["i": .int(index)])) { outcomes.append($0) }
        }
        for index in 0..<10 { fire(index) }
        await #expect(throws: error) { try await bench.pixels.accounts() }
        #expect(bench.activity.events.contains(.storageFailed(error)))
        for index in 10..<12 { fire(index) }
        #expect(outcomes.values.map(\.legs) == [[.rejected(.memoryFull)], [.rejected(.memoryFull)]])
        bench.store.set(nil)
        await bench.advance { outcomes.values.count == 12 }
        #expect(outcomes.values.dropFirst(2).allSatisfy { $0.legs == [.queued] })
        #expect(try await bench.targets() == (0..<10).map { "/t/m_sample?i=\($0)" })
        let accounts = try await bench.pixels.accounts()
        #expect(accounts.accepted == 12 && accounts.dropped == [.memoryFull: 2] && accounts.isBalanced)
    }

    @Test("A failure is counted nowhere twice: windows, sums and omitted values", arguments: faults.map(\.0))
    func nothingTwice(fault: TestStore.Fault) async throws {
        let bench = Workbench()
        let pixel = SamplePixel(frequency: .dailyAndCount, parameters: ["x": .double(.nan)])
        bench.store.set(fault)
        for _ in 0..<3 { bench.pixels.fire(pixel) }
        for _ in 0..<4 { _ = try? await bench.pixels.accounts() }
        bench.store.set(nil)
        let accounts = try await bench.pixels.accounts()
        #expect(accounts.accepted == 4 && accounts.suppressed == 2 && accounts.omittedParameters == 3)
        #expect(
            try await bench.targets() == [
                "/t/m_sample_daily", "/t/m_sample_count", "/t/m_sample_count", "/t/m_sample_count",
            ])
    }

    @Test("Somebody who waits tries at once, without the clock")
    func awaited() async throws {
        let bench = Workbench()
        bench.store.set(.full)
        bench.pixels.fire(SamplePixel())
        for _ in 0..<10 { _ = try? await bench.pixels.accounts() }
        bench.store.set(nil)
        #expect(try await bench.pixels.accounts().accepted == 1)
        #expect(await bench.pixels.fireAndWait(SamplePixel()).isQueued)
    }

    @Test(
        "Who asks after storage works again is not told of a failure that began before",
        arguments: [TestStore.Fault.full, .readOnly, .busy])
    func awaitedDuringFailure(fault: TestStore.Fault) async throws {
        let bench = Workbench()
        for round in 1...200 {
            bench.store.set(fault)
            bench.pixels.fire(SamplePixel())
            let earlier = Task { try? await bench.pixels.accounts() }
            if round.isMultiple(of: 2) { await Task.yield() }
            bench.store.set(nil)
            #expect(try await bench.pixels.accounts().accepted == round)
            _ = await earlier.value
        }
    }

    @Test("While a commit hangs, fires return and nothing completes; then all are committed in order")
    func slow() async throws {
        let bench = Workbench()
        let outcomes = Collector<PixelOutcome>()
        bench.store.set(.slow)
        bench.pixels.fire(SamplePixel(parameters: ["i": 0])) { outcomes.append($0) }
        while bench.store.heldCommits == 0 { await Task.yield() }
        for index in 1..<100 { bench.pixels.fire(SamplePixel(parameters: ["i": .int(index)])) { outcomes.append($0) } }
        #expect(outcomes.values == [] && bench.activity.events == [])
        bench.store.set(nil)
        #expect(try await bench.targets() == (0..<100).map { "/t/m_sample?i=\($0)" })
        #expect(outcomes.values.count == 100)
    }

    @Test("A store that is found damaged is set aside, and what was fired goes to a new one")
    func damaged() async throws {
        try await TemporaryFolder.with { folder in
            let bench = Workbench(store: TestStore(folder: folder.url))
            #expect(await bench.pixels.fireAndWait(SamplePixel(frequency: .uniqueByName)).isQueued)
            bench.store.set(.torn)
            bench.pixels.fire(SamplePixel(name: "m_kept", frequency: .uniqueByName))
            await bench.advance { bench.activity.events.contains(.storageFailed(.corrupt)) }
            bench.store.set(nil)
            let accounts = try await bench.pixels.accounts()
            #expect(accounts.accepted == 1 && accounts.isBalanced)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
            #expect(files.contains { $0.hasPrefix("store.damaged-") })
        }
    }

    @Test("A folder that cannot be made keeps fires in memory until it can")
    func beforeOpen() async throws {
        try await TemporaryFolder.with { folder in
            let blocked = try folder.write("a file", to: "store")
            let bench = Workbench(store: TestStore(folder: blocked))
            let outcomes = Collector<PixelOutcome>()
            bench.pixels.fire(SamplePixel(frequency: .daily)) { outcomes.append($0) }
            _ = try? await bench.pixels.accounts()
            #expect(outcomes.values == [])
            #expect(bench.activity.events.contains { if case .storageFailed(.cannotOpen) = $0 { true } else { false } })
            try FileManager.default.removeItem(at: blocked)
            await bench.advance { !outcomes.values.isEmpty }
            #expect(outcomes.values.map(\.legs) == [[.queued]])
        }
    }

    @Test("Fires after shutdown are refused and counted, also while storage fails")
    func afterShutdown() async throws {
        let bench = Workbench()
        _ = await bench.pixels.shutdown(timeout: .seconds(5))
        bench.store.set(.full)
        #expect(
            await bench.pixels.fireAndWait(SamplePixel(frequency: .dailyAndCount)).legs == [
                .rejected(.shutDown), .rejected(.shutDown),
            ])
        _ = try? await bench.pixels.accounts()
        bench.store.set(nil)
        let accounts = try await bench.pixels.accounts()
        #expect(accounts.accepted == 2 && accounts.dropped == [.shutDown: 2] && accounts.isBalanced)
    }
}
