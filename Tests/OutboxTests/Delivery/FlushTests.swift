import Foundation
import PixelKit
import PixelKitTesting
import Testing

@testable import Outbox

@Suite(.timeLimit(.minutes(2))) struct FlushTests {
    private let bench = Bench()

    @Test("With nothing to send it is drained at once")
    func nothing() async {
        let pixels = bench.dispatcher(ScriptedTransport())
        #expect(await pixels.flush(timeout: .seconds(1)) == .drained)
    }

    @Test("What was fired before it is sent, however many fire at once and flush at once")
    func drained() async throws {
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport)
        await withTaskGroup(of: FlushResult.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<50 { pixels.fire(Ping(value: "\(worker) \(number)")) }
                    return await pixels.flush(timeout: .seconds(60))
                }
            }
            for await result in group { #expect(result == .drained) }
        }
        #expect(Set(transport.targets).count == 400)
        #expect(transport.targets.count == 400)
        #expect(try await pixels.accounts() == Accounts(accepted: 400, delivered: 400))
    }

    @Test("A server that hangs does not hold it up beyond its time")
    func hungServer() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = await bench.dispatcher(transport, holding: 6)
        async let flushed = pixels.flush(timeout: .seconds(5))
        await transport.waitForRequests(4)
        await bench.clock.waitForSleepers(1)
        bench.clock.advance(by: .seconds(5))
        #expect(await flushed == .timedOut(pending: 6))
        transport.release()
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(try await pixels.accounts() == Accounts(accepted: 6, delivered: 6))
    }

    @Test("A store that hangs does not hold it up either; what waits in memory is counted")
    func hungStore() async {
        let pixels = bench.dispatcher(ScriptedTransport())
        await pixels.fireAndWait(Ping(value: "0"))
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        bench.store.set(.slow)
        for number in 1...3 { pixels.fire(Ping(value: "\(number)")) }
        async let flushed = pixels.flush(timeout: .seconds(5))
        await bench.clock.waitForSleepers(1)
        bench.clock.advance(by: .seconds(5))
        let result = await flushed
        bench.store.set(nil)
        #expect(result == .timedOut(pending: 3))
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
    }

    @Test("A store that fails ends it at once, and is never called drained")
    func brokenStore() async {
        let pixels = bench.dispatcher(ScriptedTransport(otherwise: .status(500)))
        await pixels.fireAndWait(Ping(value: "0"))
        bench.store.set(.full)
        #expect(await pixels.flush(timeout: .seconds(5)) == .timedOut(pending: 1))
        pixels.fire(Ping(value: "1"))
        #expect(await pixels.flush(timeout: .seconds(5)) == .timedOut(pending: 2))
    }

    @Test("An unreachable server ends it before its time, once it was tried")
    func unreachable() async {
        let transport = ScriptedTransport(otherwise: .failed(.unreachable))
        let pixels = bench.dispatcher(transport)
        for number in 0..<6 { pixels.fire(Ping(value: "\(number)")) }
        #expect(await pixels.flush(timeout: .seconds(3600)) == .timedOut(pending: 6))
        let attempts = transport.requests.count
        #expect(await pixels.flush(timeout: .seconds(3600)) == .timedOut(pending: 6))
        #expect(transport.requests.count == attempts + 1)
    }

    @Test("While the server answers with errors it waits for the retry, and new rows do not hurry that")
    func serverErrors() async throws {
        let transport = TimedTransport(clock: bench.clock) { _ in .status(500) }
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "0"))
        await bench.clock.waitForSleepers(1)
        async let flushed = pixels.flush(timeout: .seconds(20))
        await transport.waitForRequests(2)
        for number in 1...20 { await pixels.fireAndWait(Ping(value: "\(number)")) }
        #expect(transport.seconds == [0, 0])
        await bench.clock.waitForSleepers(2)
        bench.clock.advance(by: .seconds(20))
        #expect(await flushed == .timedOut(pending: 21))
    }

    @Test("Without consent it ends at once", arguments: [Consent.pending, .denied])
    func consent(consent: Consent) async {
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport, consent: consent)
        pixels.fire(Ping(value: "0"))
        let waiting = consent == .pending ? 1 : 0
        #expect(await pixels.flush(timeout: .seconds(3600)) == (waiting == 0 ? .drained : .timedOut(pending: 1)))
        #expect(transport.requests.isEmpty)
    }

    @Test("Another uploader that holds the lease is asked again until it is done")
    func leased() async throws {
        let held = ScriptedTransport()
        held.hold()
        let first = bench.dispatcher(held)
        await first.fireAndWait(Ping(value: "0"))
        await held.waitForRequests(1)
        let other = Bench(clock: bench.clock, folder: bench.folder)
        let transport = ScriptedTransport()
        let second = other.dispatcher(transport)
        await second.fireAndWait(Ping(value: "1"))
        async let late = second.flush(timeout: .milliseconds(500))
        await bench.clock.waitForSleepers(2)
        bench.clock.advance(by: .milliseconds(500))
        #expect(await late == .timedOut(pending: 2))
        async let flushed = second.flush(timeout: .seconds(60))
        await bench.clock.waitForSleepers(2)
        held.release()
        #expect(await first.flush(timeout: .seconds(60)) == .drained)
        bench.clock.advance(by: .milliseconds(200))
        #expect(await flushed == .drained)
        #expect((held.targets + transport.targets).sorted() == ["/t/m_ping?v=0", "/t/m_ping?v=1"])
        #expect(try await second.accounts() == Accounts(accepted: 2, delivered: 2))
    }

    @Test("It can be called from a completion")
    func fromCompletion() async {
        let pixels = bench.dispatcher(ScriptedTransport())
        let result = await withCheckedContinuation { continuation in
            pixels.fire(Ping(value: "0")) { _ in
                Task { continuation.resume(returning: await pixels.flush(timeout: .seconds(5))) }
            }
        }
        #expect(result == .drained)
    }

    @Test("Cancelled, it ends at once")
    func cancelled() async {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "0"))
        let flush = Task { await pixels.flush(timeout: .seconds(3600)) }
        await transport.waitForRequests(1)
        flush.cancel()
        #expect(await flush.value == .timedOut(pending: 1))
    }

    @Test("A timeout of nothing or less is over at once", arguments: [0, -1])
    func noTime(seconds: Int) async {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "0"))
        #expect(await pixels.flush(timeout: .seconds(seconds)) == .timedOut(pending: 1))
    }
}
