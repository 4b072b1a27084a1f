import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite struct WakingTests {
    private let bench = Bench()

    @Test("A day offline costs 195 attempts when chance falls in the middle")
    func offline() async throws {
        let transport = TimedTransport(clock: bench.clock) { _ in .failed(.unreachable) }
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "1"))
        await bench.pass(.seconds(86_399), step: .seconds(1))
        #expect(transport.sent.count == 195)
        #expect(transport.seconds.prefix(8) == [0, 15, 40, 85, 170, 335, 660, 1115])
        #expect(try await pixels.accounts() == Accounts(accepted: 1, pending: 1))
    }

    @Test("A day offline costs 8,640 attempts at the very most, however chance falls and whatever is fired")
    func offlineBound() async throws {
        let transport = TimedTransport(clock: bench.clock) { _ in .failed(.timedOut) }
        let pixels = bench.dispatcher(transport, random: { 0 })
        await pixels.fireAndWait(Ping(value: "0"))
        for hour in 0..<24 {
            await bench.pass(.seconds(3599))
            pixels.fire(Ping(value: "\(hour)"))
            if hour < 23 { await bench.pass(.seconds(1)) }
        }
        // A round of four before the first failure; every attempt after it is alone, 10 s after the one before.
        #expect(transport.sent.count == 8640)
        #expect(zip(transport.seconds, transport.seconds.dropFirst()).allSatisfy { $1 - $0 >= 10 })
        #expect(try await pixels.accounts().isBalanced)
    }

    @Test("A seeded day offline stays near 200 attempts", arguments: 0..<3)
    func offlineByChance(seed: Int) async {
        let dice = SeededDice(seed: seed)
        let transport = TimedTransport(clock: bench.clock) { _ in .failed(.unreachable) }
        let pixels = bench.dispatcher(transport, random: { dice.next() })
        await pixels.fireAndWait(Ping(value: "1"))
        await bench.pass(.seconds(86_399), step: .seconds(1))
        #expect((150...260).contains(transport.sent.count), "\(transport.sent.count)")
    }

    @Test("New rows wake it, also while an older one waits for its retry")
    func newRows() async throws {
        let transport = TimedTransport(clock: bench.clock) { $0.name == "m_poison" ? .status(500) : .ok }
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(name: "m_poison"))
        await bench.pass(.seconds(600), step: .seconds(5))
        await pixels.fireAndWait(Ping(value: "1"))
        await bench.pass(.seconds(900), step: .seconds(5))
        // The store rests for nobody now: the poison alone waits.
        await pixels.fireAndWait(Ping(value: "2"))
        await bench.log.wait { $0.filter(\.isSent).count == 2 }
    }

    @Test("The network's or the app's return starts an attempt at once, and one only")
    func wakeSource() async {
        let source = ManualWakeSource()
        let transport = TimedTransport(clock: bench.clock) { _ in .failed(.unreachable) }
        var pixels: PixelDispatcher? = bench.dispatcher(transport, wakeSources: [source])
        await pixels?.fireAndWait(Ping(value: "1"))
        await bench.clock.waitForSleepers(1)
        #expect(transport.seconds == [0])
        source.wake()
        await transport.waitForRequests(2)
        await bench.pass(.seconds(10))
        #expect(transport.seconds == [0, 0])
        #expect(source.isWatching)
        pixels = nil
        #expect(!source.isWatching)
    }

    @Test("Nothing shortens the rest that a server asks for: no wake, no flush, no new row, no new launch")
    func retryAfter() async {
        let source = ManualWakeSource()
        let transport = TimedTransport(clock: bench.clock) { _ in .status(429, retryAfter: "3600") }
        let pixels = bench.dispatcher(transport, wakeSources: [source])
        await pixels.fireAndWait(Ping(value: "1"))
        await transport.waitForRequests(1)
        #expect(await pixels.flush(timeout: .seconds(5)) == .timedOut(pending: 1))
        source.wake()
        await pixels.fireAndWait(Ping(value: "2"))
        #expect(await pixels.flush(timeout: .seconds(5)) == .timedOut(pending: 2))
        #expect(await pixels.shutdown(timeout: .seconds(5)) == .timedOut(pending: 2))
        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let again = relaunch.dispatcher(transport, wakeSources: [source])
        #expect(await again.flush(timeout: .seconds(5)) == .timedOut(pending: 2))
        await relaunch.pass(.seconds(3599))
        #expect(transport.seconds == [0])
        bench.clock.advance(by: .seconds(1))
        await transport.waitForRequests(2)
        #expect(transport.seconds == [0, 3600])
    }

    @Test(
        "A clock that is set while the store rests neither prolongs the rest nor makes it endless", arguments: [-1, 1])
    func clockIsSet(direction: Double) async {
        let outcomes = TimedTransport(clock: bench.clock) { _ in .status(500) }
        let pixels = bench.dispatcher(outcomes)
        await pixels.fireAndWait(Ping(value: "1"))
        await bench.clock.waitForSleepers(1)
        bench.clock.set(date: bench.clock.date + direction * 365 * 86_400)
        bench.clock.advance(by: .seconds(15))
        // A year on, the request has expired; a year back, it is due.
        if direction < 0 { await outcomes.waitForRequests(2) }
        await pixels.fireAndWait(Ping(value: "2"))
        await bench.pass(.seconds(60))
        #expect(outcomes.sent.count >= 2)
    }
}

/// Numbers in 0..<1 that are the same for the same seed.
final class SeededDice: Sendable {
    private let generator: Locked<SeededGenerator>

    init(seed: Int) { generator = Locked(SeededGenerator(seed: seed)) }

    func next() -> Double { generator.withLock { Double.random(in: 0..<1, using: &$0) } }
}
