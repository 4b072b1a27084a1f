import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite struct MemoryQueueTests {
    @Test("Refusals are counted by leg, those that memory knew to be taken as held back")
    func refusedLegs() async throws {
        let bench = Workbench(memoryLimit: 1)
        let pixel = SamplePixel(frequency: .dailyAndCount)
        await bench.pixels.fireAndWait(pixel)
        _ = try await bench.pixels.accounts()
        bench.store.set(.slow)
        bench.pixels.fire(SamplePixel())
        let outcome = await bench.pixels.fireAndWait(pixel)
        #expect(outcome.legs == [.suppressed(.frequency), .rejected(.memoryFull)])
        bench.store.set(nil)
        let accounts = try await bench.pixels.accounts()
        #expect(accounts.dropped == [.memoryFull: 1] && accounts.suppressed == 1 && accounts.accepted == 4)
        #expect(accounts.isBalanced)
    }

    @Test("Fires keep their order across groups and full queues")
    func order() async throws {
        let bench = Workbench(memoryLimit: 5000)
        bench.store.set(.slow)
        for index in 0..<5000 { bench.pixels.fire(SamplePixel(parameters: ["i": .int(index)])) }
        #expect(await bench.pixels.fireAndWait(SamplePixel()).legs == [.rejected(.memoryFull)])
        bench.store.set(nil)
        #expect(try await bench.targets() == (0..<5000).map { "/t/m_sample?i=\($0)" })
        let groups = bench.activity.events.compactMap { if case .committed(let all) = $0 { all.count } else { nil } }
        #expect(groups.allSatisfy { $0 <= 2048 })
    }

    @Test(
        "Accounts balance at every moment while eight threads fire and storage fails and recovers",
        arguments: [1, 2, 3])
    func storm(seed: UInt64) async throws {
        try await TemporaryFolder.with { folder in
            let bench = Workbench(store: TestStore(folder: folder.url), memoryLimit: 64)
            let outcomes = Collector<PixelOutcome>()
            _ = try await bench.pixels.accounts()
            try await withThrowingTaskGroup { group in
                group.addTask {
                    await onThreads(8) { thread in
                        var random = SeededGenerator(seed: Int(truncatingIfNeeded: seed &* 8 &+ UInt64(thread)))
                        for _ in 0..<250 { bench.pixels.fire(.random(using: &random)) { outcomes.append($0) } }
                    }
                }
                group.addTask {
                    var random = SeededGenerator(seed: Int(truncatingIfNeeded: seed))
                    let faults: [TestStore.Fault?] = [.full, .readOnly, .busy, .slow, nil, nil, nil]
                    for _ in 0..<300 {
                        bench.store.set(faults.randomElement(using: &random) ?? nil)
                        bench.clock.advance(by: .seconds(60))
                        await Task.yield()
                    }
                    bench.store.set(nil)
                }
                group.addTask {
                    for _ in 0..<50 {
                        if let accounts = try? await bench.pixels.accounts() { #expect(accounts.isBalanced) }
                    }
                }
                try await group.waitForAll()
            }
            while outcomes.values.count < 2000 {
                bench.clock.advance(by: .seconds(60))
                await Task.yield()
            }
            let accounts = try await bench.pixels.accounts()
            let legs = outcomes.values.flatMap(\.legs)
            let refused = legs.count { $0 == .rejected(.memoryFull) }
            let invalid = legs.count { $0 == .rejected(.invalidName) }
            #expect(outcomes.values.count == 2000)
            #expect(accounts.accepted == legs.count { $0 == .queued } + refused + invalid)
            #expect(accounts.suppressed == legs.count { $0 == .suppressed(.frequency) })
            #expect(accounts.dropped[.memoryFull, default: 0] == refused)
            #expect(accounts.dropped[.invalidName, default: 0] == invalid)
            #expect(accounts.isBalanced)
        }
    }
}

extension Pixel where Self == SamplePixel {
    fileprivate static func random(using generator: inout SeededGenerator) -> SamplePixel {
        let names = ["m_a", "m_b", "m_c", "m d"]
        let frequencies: [Frequency] = [
            .standard, .daily, .dailyAndCount, .dailyAndStandard, .uniqueByName, .uniqueByNameAndParameters,
        ]
        return SamplePixel(
            name: names[Int.random(in: 0..<4, using: &generator)],
            frequency: frequencies[Int.random(in: 0..<6, using: &generator)],
            parameters: ["n": .int(.random(in: 0..<9, using: &generator))])
    }
}
