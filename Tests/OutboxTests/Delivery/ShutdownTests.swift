import Foundation
import PixelKit
import PixelKitTesting
import Testing

@testable import Outbox

@Suite(.timeLimit(.minutes(2))) struct ShutdownTests {
    private let bench = Bench()

    @Test("It sends what waits, and everything after it is told that it was shut down, and counted")
    func shutDown() async throws {
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport)
        for number in 0..<10 { pixels.fire(Ping(value: "\(number)")) }
        #expect(await pixels.shutdown(timeout: .seconds(5)) == .drained)
        #expect(await pixels.shutdown(timeout: .seconds(5)) == .stopped)
        #expect(await pixels.flush(timeout: .seconds(5)) == .stopped)
        #expect(await pixels.fireAndWait(Ping(value: "late")).legs == [.rejected(.shutDown)])
        pixels.fire(Ping(value: "later"))
        #expect(transport.requests.count == 10)
        #expect(
            try await pixels.accounts() == Accounts(accepted: 12, delivered: 10, dropped: [.shutDown: 2]))
    }

    @Test("At its timeout requests under way are cancelled, and sent again by the next launch, counted")
    func timedOut() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = await bench.dispatcher(transport, holding: 6)
        async let result = pixels.shutdown(timeout: .seconds(5))
        await transport.waitForRequests(4)
        await bench.clock.waitForSleepers(1)
        bench.clock.advance(by: .seconds(5))
        #expect(await result == .timedOut(pending: 6))
        await bench.log.wait { $0.filter(\.isPostponed).count == 4 }
        #expect(transport.requests.count == 4)

        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let again = ScriptedTransport()
        let next = relaunch.dispatcher(again)
        #expect(await next.flush(timeout: .seconds(5)) == .drained)
        #expect(again.targets.sorted() == (0..<6).map { "/t/m_ping?v=\($0)" })
        #expect(try await next.accounts() == Accounts(accepted: 6, delivered: 6, resent: 4))
        #expect(await pixels.flush(timeout: .seconds(5)) == .stopped)
    }

    @Test("A flush that waits when it comes ends with it")
    func flushMeanwhile() async {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "0"))
        async let flushed = pixels.flush(timeout: .seconds(3600))
        await transport.waitForRequests(1)
        await bench.clock.waitForSleepers(1)
        #expect(await pixels.shutdown(timeout: .zero) == .timedOut(pending: 1))
        #expect(await flushed == .timedOut(pending: 1))
    }

    @Test("Let go, a dispatcher leaves nothing behind: not itself, not its uploader, not its requests")
    func released() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        weak var weakPixels: PixelDispatcher?
        weak var weakUploader: Uploader?
        weak var weakScrubber: Scrubber?
        do {
            let pixels = await bench.dispatcher(transport, holding: 6)
            await transport.waitForRequests(4)
            (weakPixels, weakUploader, weakScrubber) = (pixels, pixels.outbox.uploader, pixels.outbox.scrubber)
        }
        #expect(weakPixels == nil)
        while weakUploader != nil || weakScrubber != nil { await Task.yield() }
        #expect(transport.requests.count == 4)
        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let next = relaunch.dispatcher(ScriptedTransport())
        #expect(await next.flush(timeout: .seconds(5)) == .drained)
        #expect(try await next.accounts() == Accounts(accepted: 6, delivered: 6, resent: 4))
    }

    @Test("What is fired right before it is let go is stored")
    func storedAfterRelease() async throws {
        do {
            let pixels = bench.dispatcher(ScriptedTransport(), consent: .pending)
            for number in 0..<20 { pixels.fire(Ping(value: "\(number)")) }
        }
        await bench.log.wait { events in
            events.reduce(0) { if case .committed(let requests) = $1 { $0 + requests.count } else { $0 } } == 20
        }
    }

    @Test("Resting, idle or never used, it ends when it is let go", arguments: [nil, 500, 200])
    func releasedWhileResting(status: Int?) async {
        weak var weakUploader: Uploader?
        do {
            let pixels = bench.dispatcher(ScriptedTransport(otherwise: .status(status ?? 200)))
            if status != nil { await pixels.fireAndWait(Ping(value: "0")) }
            if status == 500 { await bench.clock.waitForSleepers(1) }
            weakUploader = pixels.outbox.uploader
        }
        while weakUploader != nil { await Task.yield() }
    }
}

extension OutboxActivity {
    var isPostponed: Bool { if case .postponed = self { true } else { false } }
}
