import Foundation
import PixelKitTesting
import TestSupport
import Testing

@testable import PixelKit

@Suite struct MemoryGateTests {
    private func closed(
        _ frequency: Frequency, window: GateWindow, at: Int64 = 1_000_000
    ) -> MemoryGate {
        var gate = MemoryGate()
        gate.close(ClosedLeg(name: "m", frequency: frequency, leg: 0, window: window, date: at))
        return gate
    }

    @Test(
        "An answer holds for a minute, whichever way the clock goes", arguments: [-60_001, -60_000, 0, 60_000, 60_001])
    func lifetime(milliseconds: Int64) {
        let noon: Int64 = 43_200_000
        let gate = closed(.daily, window: .period(0, at: noon), at: noon)
        let isKnown = abs(milliseconds) <= 60_000
        #expect(gate.openLegs("m", .daily, at: noon + milliseconds) == (isKnown ? 0 : 1))
    }

    @Test(
        "An answer ends with its window", arguments: [(-1, 1), (0, 0), (29_999, 0), (30_000, 1)] as [(Int64, UInt64)])
    func windowEnds(offset: Int64, open: UInt64) {
        // 30 seconds before midnight: the day began a day before; the interval of the other test is symmetrical.
        let now: Int64 = 86_400_000 - 30_000
        let gate = closed(.daily, window: .period(0, at: now), at: now)
        if offset >= 0 { #expect(gate.openLegs("m", .daily, at: now + offset) == open) }
        let debounce = Frequency.debounce(.seconds(30))
        let interval = closed(debounce, window: .interval(length: 30_000, at: 0), at: 0)
        if offset >= 0 {
            #expect(interval.openLegs("m", debounce, at: offset) == open)
            #expect(interval.openLegs("m", debounce, at: -offset) == open)
        }
    }

    @Test("It knows names and legs, and nothing of keyed windows")
    func keys() {
        let noon: Int64 = 43_200_000
        let gate = closed(.daily, window: .period(0, at: noon), at: noon)
        #expect(gate.openLegs("other", .daily, at: noon) == 1)
        #expect(gate.openLegs("m", .monthly, at: noon) == 1)
        #expect(gate.openLegs("m", .dailyAndCount, at: noon) == 3)
        let keyed = Frequency.daily.keyed(by: .error)
        #expect(closed(keyed, window: .period(0, at: noon), at: noon).openLegs("m", keyed, at: noon) == 1)
        var emptied = gate
        emptied.removeAll()
        #expect(emptied.openLegs("m", .daily, at: noon) == 1)
    }

    @Test("Of several legs it holds back those that are closed")
    func partial() {
        let noon: Int64 = 43_200_000
        #expect(
            closed(.dailyAndCount, window: .period(0, at: noon), at: noon).openLegs("m", .dailyAndCount, at: noon) == 2)
    }

    @Test("The most legs that there can be have a bit each")
    func manyLegs() {
        let many = Frequency(legs: (0..<64).map { Frequency.Leg(suffix: "\($0)", window: .day) })
        let noon: Int64 = 43_200_000
        var gate = MemoryGate()
        for leg in 0..<63 {
            gate.close(ClosedLeg(name: "m", frequency: many, leg: leg, window: .period(0, at: noon), date: noon))
        }
        #expect(gate.openLegs("m", many, at: noon) == 1 << 63)
    }

    @Test("Another process that erases the gates is noticed within a minute")
    func otherProcess() async throws {
        try await TemporaryFolder.with { folder in
            let clock = ManualClock()
            let here = Workbench(clock: clock, store: TestStore(folder: folder.url)).pixels
            let there = Workbench(clock: clock, store: TestStore(folder: folder.url)).pixels
            let pixel = SamplePixel(frequency: .uniqueByName)
            #expect(await here.fireAndWait(pixel).isQueued)
            // Whether the erased bytes are gone already, which this answers, depends on who reads the file meanwhile.
            await there.set(.denied)
            #expect(await there.set(.granted))
            clock.advance(by: .milliseconds(60_001))
            #expect(await here.fireAndWait(pixel).isQueued)
            #expect(await !there.fireAndWait(pixel).isQueued)
        }
    }

    @Test("Legs that memory held back and legs that the database held back are counted alike")
    func counts() async throws {
        let bench = Workbench()
        let pixel = SamplePixel(frequency: .dailyAndCount)
        for _ in 0..<3 {
            await bench.pixels.fireAndWait(pixel)
            _ = try await bench.pixels.accounts()
        }
        for _ in 0..<4 { bench.pixels.fire(SamplePixel(name: "m_daily", frequency: .daily)) }
        let accounts = try await bench.pixels.accounts()
        for _ in 0..<1000 { bench.pixels.fire(SamplePixel(name: "m_daily", frequency: .daily)) }
        #expect(accounts.suppressed == 5 && accounts.accepted == 5)
        #expect(try await bench.pixels.accounts().suppressed == 1005)
        _ = try await bench.targets()
        let sums = bench.pixelActivity.events.compactMap { if case .suppressed(let count) = $0 { count } else { nil } }
        #expect(sums.reduce(0, +) == 1005 && sums.last == 1000)
    }
}
