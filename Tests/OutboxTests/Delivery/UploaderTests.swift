import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@testable import Outbox

@Suite struct UploaderTests {
    private let bench = Bench()

    @Test("What was fired is sent at once, four at a time, each once")
    func fourAtATime() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = await bench.dispatcher(transport, holding: 10)
        await transport.waitForRequests(4)
        #expect(transport.targets.sorted() == (0..<4).map { "/t/m_ping?v=\($0)" })
        transport.release()
        #expect(await pixels.flush(timeout: .seconds(1)) == .drained)
        #expect(transport.targets.sorted() == (0..<10).map { "/t/m_ping?v=\($0)" })
        #expect(try await pixels.accounts() == Accounts(accepted: 10, delivered: 10))
    }

    @Test("The first failure of the transport ends the round; then one request probes, and success opens the way")
    func probing() async throws {
        let transport = ScriptedTransport([.ok, .failed(.unreachable), .ok, .ok])
        let pixels = await bench.dispatcher(transport, holding: 12)
        await bench.clock.waitForSleepers(1)
        #expect(transport.requests.count == 4)
        transport.hold()
        bench.clock.advance(by: .seconds(15))
        await transport.waitForRequests(5)
        #expect(transport.requests.count == 5)
        transport.release()
        await bench.log.wait { $0.filter(\.isSent).count == 12 }
        #expect(try await pixels.accounts() == Accounts(accepted: 12, delivered: 12))
        #expect(transport.requests.count == 13)
    }

    @Test("A refused request is dropped, counted and reported, and holds nothing up")
    func refused() async throws {
        let transport = ScriptedTransport([.status(404), .status(413), .status(400)])
        let pixels = bench.dispatcher(transport)
        for number in 0..<6 { await pixels.fireAndWait(Ping(value: "\(number)")) }
        #expect(await pixels.flush(timeout: .seconds(1)) == .drained)
        #expect(try await pixels.accounts() == Accounts(accepted: 6, delivered: 3, dropped: [.refused: 3]))
        #expect(bench.log.events.filter { $0 == .dropped(.refused, count: 1) }.count == 3)
    }

    @Test("It is told what was sent and what was postponed, once that is recorded")
    func reports() async throws {
        let transport = ScriptedTransport([.status(503)])
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "1"))
        await bench.clock.waitForSleepers(1)
        bench.clock.advance(by: .seconds(15))
        await bench.log.wait { $0.contains(where: \.isSent) }
        let request = OutboxActivity.Request(id: 1, name: "m_ping", target: "/t/m_ping?v=1")
        #expect(
            bench.log.events == [
                .committed([request]),
                .postponed(request, attempt: 1, after: .seconds(15), failure: .status(503)),
                .sent(request, attempt: 2),
            ])
        #expect(try await pixels.accounts().delivered == 1)
    }

    @Test("The rest grows from failure to failure; a success ends it")
    func backoff() async {
        let outcomes = Locked([500, 500, 500, 500, 200, 500, 200])
        let transport = TimedTransport(clock: bench.clock) { _ in
            .status(outcomes.withLock { $0.isEmpty ? 200 : $0.removeFirst() })
        }
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "1"))
        await bench.pass(.seconds(15 + 25 + 45 + 85 - 1))
        bench.clock.advance(by: .seconds(1))
        await transport.waitForRequests(5)
        #expect(transport.seconds == [0, 15, 40, 85, 170])
        await pixels.fireAndWait(Ping(value: "2"))
        await transport.waitForRequests(6)
        await bench.pass(.seconds(14))
        bench.clock.advance(by: .seconds(1))
        await transport.waitForRequests(7)
        #expect(transport.seconds.suffix(2) == [170, 185])
    }

    @Test("A new launch keeps resting")
    func launches() async {
        let transport = TimedTransport(clock: bench.clock) { _ in .failed(.unreachable) }
        do {
            let pixels = bench.dispatcher(transport)
            await pixels.fireAndWait(Ping(value: "1"))
            await bench.clock.waitForSleepers(1)
            #expect(await pixels.shutdown(timeout: .zero) == .timedOut(pending: 1))
        }
        #expect(transport.seconds.first == 0)
        let before = transport.sent.count
        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let pixels = relaunch.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "2"))
        await relaunch.pass(.seconds(40))
        let after = transport.seconds.dropFirst(before)
        #expect(after.first.map { $0 >= 15 } == true)
        _ = pixels
    }

    @Test("A request that always fails is in nobody's way")
    func poison() async throws {
        let transport = TimedTransport(clock: bench.clock) { request in
            request.name == "m_poison" ? .status(500) : .ok
        }
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(name: "m_poison"))
        for hour in 0..<48 {
            await pixels.fireAndWait(Ping(value: "\(hour)"))
            await bench.pass(.seconds(3600), step: .seconds(15))
            #expect(try await pixels.accounts().delivered == hour + 1)
        }
        #expect(try await pixels.accounts() == Accounts(accepted: 49, delivered: 48, pending: 1))
        let attempts = transport.sent.count { $0.target == "/t/m_poison" }
        #expect((300...450).contains(attempts), "\(attempts)")
    }

    @Test("Several that always fail, all due after a long sleep, are in nobody's way either")
    func poisons() async throws {
        let transport = TimedTransport(clock: bench.clock) { request in
            request.name == "m_poison" ? .status(500) : .ok
        }
        let pixels = bench.dispatcher(transport)
        for number in 0..<6 { await pixels.fireAndWait(Ping(name: "m_poison", value: "\(number)")) }
        for day in 0..<5 {
            await bench.clock.waitForSleepers(1)
            await pixels.fireAndWait(Ping(value: "\(day)"))
            bench.clock.advance(by: .seconds(86_400))
        }
        await bench.pass(.seconds(3600), step: .seconds(10))
        #expect(try await pixels.accounts() == Accounts(accepted: 11, delivered: 5, pending: 6))
    }

    @Test("What waits for longer than 28 days expires, whatever became of its attempts")
    func expiry() async throws {
        let results: [TransportResult] = [.failed(.unreachable), .failed(.timedOut), .status(503)]
        for result in results {
            let bench = Bench()
            let pixels = bench.dispatcher(ScriptedTransport(otherwise: result))
            await pixels.fireAndWait(Ping(value: "1"))
            await bench.pass(.seconds(28 * 86_400 - 3600), step: .seconds(1800))
            #expect(try await pixels.accounts().pending == 1)
            // Without a row there is nothing to wait for: the last sleep may be the last of all.
            for _ in 0..<4 { bench.clock.advance(by: .seconds(900)) }
            bench.clock.advance(by: .seconds(900))
            _ = await pixels.flush(timeout: .seconds(1))
            let accounts = try await pixels.accounts()
            #expect(accounts.dropped == [.expired: 1])
            #expect(accounts.isBalanced && accounts.pending == 0)
        }
    }

    @Test("An answer that the store cannot take is recorded later, and the request is not sent again")
    func storeFailsAfterAnswer() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = bench.dispatcher(transport)
        await pixels.fireAndWait(Ping(value: "1"))
        await transport.waitForRequests(1)
        bench.store.set(.full)
        transport.release()
        await bench.clock.waitForSleepers(1)
        #expect(bench.log.events.filter(\.isSent).isEmpty)
        bench.store.set(nil)
        bench.clock.advance(by: .seconds(64))
        await bench.log.wait { $0.contains(where: \.isSent) }
        #expect(try await pixels.accounts() == Accounts(accepted: 1, delivered: 1))
        #expect(transport.requests.count == 1)
    }

    @Test("A store that fails is asked again within 64 s")
    func storeFails() async throws {
        bench.store.set(.busy)
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport)
        pixels.fire(Ping(value: "1"))
        await bench.clock.waitForSleepers(2)  // The writer's and the uploader's.
        bench.store.set(nil)
        bench.clock.advance(by: .seconds(64))
        await transport.waitForRequests(1)
        #expect(await pixels.flush(timeout: .seconds(1)) == .drained)
    }
}

extension OutboxActivity {
    var isSent: Bool { if case .sent = self { true } else { false } }
}
