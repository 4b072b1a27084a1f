import Foundation
import PixelKit
import PixelKitTesting
import Testing

/// A pixel that notes on which thread its properties are read.
private struct ThreadPixel: Pixel {
    let reads: Collector<String>
    let caller: @Sendable () -> Bool

    private func note(_ property: String) { reads.append("\(property) \(caller() ? "here" : "elsewhere")") }

    var name: String {
        "m_thread"
    }
    var parameters: PixelParameters {
        note("parameters")
        return [:]
    }
    var error: (any Error)? {
        note("error")
        return NSError(domain: "D", code: 1)
    }
}

/// A pixel that fires another one while its parameters are read.
private struct NestingPixel: Pixel {
    let pixels: PixelDispatcher
    let completion: @Sendable (PixelOutcome) -> Void

    var name: String { "m_nesting" }
    var parameters: PixelParameters {
        pixels.fire(SamplePixel(name: "m_nested"), completion: completion)
        return [:]
    }
}

@Suite struct PixelFiringTests {
    @Test("Every completion is called exactly once, whatever becomes of the fire")
    func exactlyOnce() async throws {
        let bench = Workbench(memoryLimit: 4)
        let outcomes = Collector<PixelOutcome>()
        func fire(_ pixel: some Pixel) { bench.pixels.fire(pixel) { outcomes.append($0) } }
        func settle(_ expected: [PixelOutcome.Leg]) async throws {
            _ = try await bench.pixels.accounts()
            #expect(outcomes.values.flatMap(\.legs) == expected)
        }
        fire(SamplePixel(frequency: .daily))
        try await settle([.queued])
        fire(SamplePixel(frequency: .daily))
        fire(SamplePixel(frequency: .sample(percent: 0)))
        fire(SamplePixel(name: "a b"))
        try await settle([.queued, .suppressed(.frequency), .suppressed(.sampling), .rejected(.invalidName)])
        #expect(await bench.pixels.set(.denied))
        fire(SamplePixel())
        bench.clock.advance(by: .seconds(2))
        fire(SamplePixel())
        _ = try await bench.pixels.accounts()
        #expect(outcomes.values.dropFirst(4).map(\.legs) == [[.rejected(.denied)], [.rejected(.denied)]])
        #expect(await bench.pixels.set(.granted))
        _ = await bench.pixels.shutdown(timeout: .seconds(5))
        fire(SamplePixel())
        #expect(outcomes.values.count == 7 && outcomes.values.last?.legs == [.rejected(.shutDown)])
        _ = try await bench.pixels.accounts()
        #expect(outcomes.values.count == 7)
    }

    @Test("A fire that memory cannot hold completes at once, and is counted with the next commit")
    func memoryFull() async throws {
        let bench = Workbench(memoryLimit: 2)
        let outcomes = Collector<PixelOutcome>()
        bench.store.set(.slow)
        for _ in 0..<5 { bench.pixels.fire(SamplePixel(frequency: .dailyAndCount)) { outcomes.append($0) } }
        #expect(
            outcomes.values.map(\.legs) == Array(repeating: [.rejected(.memoryFull), .rejected(.memoryFull)], count: 3))
        bench.store.set(nil)
        let accounts = try await bench.pixels.accounts()
        #expect(outcomes.values.dropFirst(3).map(\.legs) == [[.queued, .queued], [.suppressed(.frequency), .queued]])
        #expect(accounts.accepted == 9 && accounts.dropped == [.memoryFull: 6] && accounts.suppressed == 1)
        #expect(accounts.isBalanced)
    }

    @Test("A fire may come from a completion, from a pixel's parameters and from the activity mapper")
    func nested() async throws {
        let fired = Locked<PixelDispatcher?>(nil)
        let names = Collector<String>()
        let activity = EventMapping<OutboxActivity> { event, _, _, done in
            if case .committed(let requests) = event {
                names.append(requests.map(\.name).joined(separator: " "))
                if requests.contains(where: { $0.name == "m_last" }) {
                    fired.withLock { $0 }?.fire(SamplePixel(name: "m_mapped"))
                }
            }
            done(nil)
        }
        let pixels = PixelDispatcher(outbox: .testing(activity: activity))
        fired.withLock { $0 = pixels }
        await withCheckedContinuation { continuation in
            pixels.fire(
                NestingPixel(pixels: pixels) { _ in
                    pixels.fire(SamplePixel(name: "m_last")) { _ in continuation.resume() }
                })
        }
        _ = try await pixels.accounts()
        _ = try await pixels.accounts()
        #expect(names.values == ["m_nesting", "m_nested", "m_last", "m_mapped"])
        fired.withLock { $0 = nil }
    }

    @Test("An error is read on the thread that fires, parameters on another")
    func threads() async {
        let reads = Collector<String>()
        let pixels = PixelDispatcher.testing()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let caller = ObjectIdentifier(Thread.current)
                let pixel = ThreadPixel(reads: reads) { ObjectIdentifier(Thread.current) == caller }
                pixels.fire(pixel) { _ in continuation.resume() }
                withExtendedLifetime(Thread.current) {}
            }
        }
        #expect(reads.values == ["error here", "parameters elsewhere"])
    }

    @Test("A pixel's own frequency holds unless another one is passed")
    func overloads() async throws {
        let bench = Workbench()
        let pixel = SamplePixel(frequency: .monthly)
        bench.pixels.fire(pixel)
        bench.pixels.fire(pixel, frequency: .legacyDaily)
        let outcome = await bench.pixels.fireAndWait(pixel, frequency: .standard)
        #expect(outcome.isQueued && outcome.legs == [.queued])
        #expect(try await bench.targets() == ["/t/m_sample_monthly", "/t/m_sample_d", "/t/m_sample"])
        #expect(await !bench.pixels.fireAndWait(pixel).isQueued)
    }

    @Test("What waits in a store that fails completes when its dispatcher goes away")
    func released() async {
        let outcomes = Collector<PixelOutcome>()
        let store = TestStore()
        store.set(.full)
        do {
            let bench = Workbench(store: store)
            bench.pixels.fire(SamplePixel(frequency: .dailyAndCount)) { outcomes.append($0) }
            _ = try? await bench.pixels.accounts()
            #expect(outcomes.values == [])
        }
        while outcomes.values.isEmpty { await Task.yield() }
        #expect(outcomes.values.map(\.legs) == [[.rejected(.shutDown), .rejected(.shutDown)]])
    }

    @Test("Outcomes tell whether anything was queued")
    func outcome() {
        #expect(PixelOutcome(legs: [.suppressed(.frequency), .queued]).isQueued)
        #expect(!PixelOutcome(legs: [.suppressed(.sampling), .rejected(.denied)]).isQueued)
        #expect(!PixelOutcome(legs: []).isQueued)
    }
}
