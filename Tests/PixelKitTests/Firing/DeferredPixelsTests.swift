import Foundation
import PixelKit
import PixelKitTesting
import Testing

@Suite struct DeferredPixelsTests {
    let clock = ManualClock()

    private func pixel(_ index: Int) -> SamplePixel { SamplePixel(parameters: ["i": .int(index)]) }

    @Test("What was kept is handed over in order, and what follows is passed on")
    func order() async throws {
        let deferred = DeferredPixels(time: clock.time)
        let bench = Workbench(clock: clock)
        for index in 0..<3 { deferred.fire(pixel(index)) }
        #expect(deferred.bind(to: bench.pixels))
        deferred.fire(pixel(3))
        #expect(try await bench.targets() == (0..<4).map { "/t/m_sample?i=\($0)" })
    }

    @Test("It is bound once")
    func boundOnce() {
        let deferred = DeferredPixels(time: clock.time)
        let (first, second) = (CapturingPixels(), CapturingPixels())
        deferred.fire(SamplePixel())
        #expect(deferred.bind(to: first))
        #expect(!deferred.bind(to: second))
        deferred.fire(SamplePixel(), frequency: .daily)
        #expect(first.names == ["m_sample", "m_sample_daily"] && second.names == [])
    }

    @Test("Beyond its limit it refuses, and the dispatcher counts it leg by leg")
    func limit() async throws {
        let deferred = DeferredPixels(limit: 2, time: clock.time)
        let outcomes = Collector<PixelOutcome>()
        for index in 0..<5 {
            deferred.fire(pixel(index), frequency: .dailyAndCount) { outcomes.append($0) }
        }
        #expect(
            outcomes.values.map(\.legs) == Array(repeating: [.rejected(.memoryFull), .rejected(.memoryFull)], count: 3))
        #expect(deferred.refusedCount == 6)
        let bench = Workbench(clock: clock)
        deferred.bind(to: bench.pixels)
        let accounts = try await bench.pixels.accounts()
        #expect(accounts.accepted == 9 && accounts.dropped == [.memoryFull: 6] && accounts.suppressed == 1)
        #expect(accounts.isBalanced && outcomes.values.count == 5)
    }

    @Test("Windows belong to the time of firing")
    func windows() async throws {
        clock.set(date: try Date.utc(2026, 12, 31, 23, 59, milliseconds: 59_999))
        let deferred = DeferredPixels(time: clock.time)
        let outcomes = Collector<PixelOutcome>()
        deferred.fire(SamplePixel(frequency: .daily)) { outcomes.append($0) }
        clock.advance(by: .milliseconds(1))
        deferred.fire(SamplePixel(frequency: .daily)) { outcomes.append($0) }
        deferred.fire(SamplePixel(frequency: .daily)) { outcomes.append($0) }
        clock.advance(by: .seconds(40 * 86_400))
        let bench = Workbench(clock: clock)
        deferred.bind(to: bench.pixels)
        _ = try await bench.pixels.accounts()
        #expect(outcomes.values.map(\.legs) == [[.queued], [.queued], [.suppressed(.frequency)]])
    }

    @Test("Eight threads fire while it is bound: each thread's order is kept, and nothing is lost")
    func threads() async throws {
        let deferred = DeferredPixels(limit: 1_000_000, time: clock.time)
        let bench = Workbench(clock: clock, memoryLimit: 1_000_000)
        await onThreads(9) { thread in
            if thread == 8 {
                deferred.bind(to: bench.pixels)
            } else {
                for index in 0..<500 { deferred.fire(SamplePixel(name: "m_\(thread)", parameters: ["i": .int(index)])) }
            }
        }
        let targets = try await bench.targets()
        for thread in 0..<8 {
            #expect(targets.filter { $0.hasPrefix("/t/m_\(thread)?") } == (0..<500).map { "/t/m_\(thread)?i=\($0)" })
        }
        #expect(targets.count == 4000)
    }

    @Test("An error is read on the thread that fires, not on the one that binds")
    func error() async throws {
        final class Reads: Sendable { let all = Collector<String>() }
        struct ErrorPixel: Pixel {
            let reads: Reads
            var name: String { "m_error" }
            var error: (any Error)? {
                reads.all.append("read")
                return NSError(domain: "D", code: 3)
            }
        }
        let reads = Reads()
        let deferred = DeferredPixels(time: clock.time)
        deferred.fire(ErrorPixel(reads: reads))
        #expect(reads.all.values == ["read"])
        let bench = Workbench(clock: clock)
        deferred.bind(to: bench.pixels)
        #expect(try await bench.targets() == ["/t/m_error?d=D&e=3"])
        #expect(reads.all.values == ["read"])
    }

    @Test("A fire from a completion during the handover follows")
    func nested() {
        let deferred = DeferredPixels(time: clock.time)
        let captured = CapturingPixels()
        deferred.fire(SamplePixel(name: "m_first")) { _ in deferred.fire(SamplePixel(name: "m_third")) }
        deferred.fire(SamplePixel(name: "m_second"))
        deferred.bind(to: captured)
        #expect(captured.names == ["m_first", "m_second", "m_third"])
    }

    @Test("What is still kept when it goes away completes as refused")
    func released() {
        let outcomes = Collector<PixelOutcome>()
        do {
            let deferred = DeferredPixels(time: clock.time)
            deferred.fire(SamplePixel(frequency: .dailyAndCount)) { outcomes.append($0) }
        }
        #expect(outcomes.values.map(\.legs) == [[.rejected(.shutDown), .rejected(.shutDown)]])
    }
}
