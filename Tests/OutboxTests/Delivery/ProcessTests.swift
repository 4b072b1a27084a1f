#if canImport(DevServer)
import DeliveryTestSupport
import DevServer
import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProcessTests {
    private let bench = Bench(clock: ManualClock(date: Date()))
    private static let nobody = "http://127.0.0.1:9"

    private func probe(_ endpoint: String = nobody, _ consent: Consent = .granted) throws -> ChildProcess {
        try ChildProcess(probe: "pixels", bench.folder.path, endpoint, consent.rawValue)
    }

    @Test("Two processes fire one daily pixel at the same instant, 1,000 times: one row each time")
    func daily() async throws {
        let probes = [try probe(Self.nobody, .pending), try probe(Self.nobody, .pending)]
        let lines = probes.map { Said($0) }
        for said in lines { #expect(await said.next("ready") == "ready") }
        var queued: [Int] = []
        for round in 0..<1000 {
            for probe in probes { probe.send("round \(round)") }
            var count = 0
            for said in lines where await said.next("round") == "round \(round) true" { count += 1 }
            queued.append(count)
        }
        #expect(queued == Array(repeating: 1, count: 1000))
        for probe in probes { probe.kill() }
        let accounts = try await bench.store.database.perform { try OutboxStore().accounts(in: $0) }
        #expect(accounts == Accounts(accepted: 1000, pending: 1000, suppressed: 1000))
        let targets = try await bench.store.database.perform { transaction in
            try transaction.rows("SELECT target FROM requests ORDER BY id") { $0.text(0) }
        }
        #expect(targets == (0..<1000).map { "/t/m_daily_daily?v=\($0)" })
    }

    @Test(
        "Killed at 200 random moments under load, a process loses nothing that it confirmed, and counts what it repeats",
        arguments: 1...4)
    func killed(seed: Int) async throws {
        let server = try LocalServer.start()
        var storm = KillStorm(server: server, seed: seed)
        try await storm.rage(kills: 50)
        #expect(storm.faults == [])
        await server.stop()
    }

    @Test("Two processes that send from one store send each request once")
    func exclusive() async throws {
        let server = try LocalServer.start()
        let probes = try (0..<2).map { _ in try probe(server.url.absoluteString) }
        let lines = probes.map { Said($0) }
        for number in 0..<100 {
            for (index, probe) in probes.enumerated() { probe.send("fire \(index)-\(number)") }
        }
        for probe in probes { probe.send("flush") }
        for said in lines { #expect(await said.next("flushed") == "flushed true") }
        for probe in probes { probe.kill() }
        #expect(server.collected.count == 200)
        #expect(Set(server.collected.map(\.query)).count == 200)
        let accounts = try await bench.store.database.perform { try OutboxStore().accounts(in: $0) }
        #expect(accounts == Accounts(accepted: 200, delivered: 200))
        await server.stop()
    }

    @Test("When a process dies while it sends, another need not wait for its lease to end")
    func abandonedLease() async throws {
        let hanging = try RawServer(.hanging(""))
        let probe = try probe(hanging.url.absoluteString)
        probe.send("fire 0")
        await hanging.waitForRequest()
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport)
        await bench.clock.waitForSleepers(1)  // It asks for the lease again in a while.
        #expect(transport.requests.isEmpty)
        probe.kill()
        await probe.waitUntilExit()
        #expect(await pixels.flush(timeout: .seconds(50)) == .drained)
        #expect(transport.targets == ["/t/m_plain?v=0"])
        #expect(try await pixels.accounts() == Accounts(accepted: 1, delivered: 1, resent: 1))
        hanging.stop()
    }

    @Test("Another process denies: nothing goes in or out here, and no byte is left; it grants: all goes on")
    func consent() async throws {
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport, consent: .pending)
        for number in 0..<50 { await pixels.fireAndWait(Ping(name: "m_wombat", value: "wombat\(number)")) }
        let probe = try probe()
        let said = Said(probe)
        probe.send("set denied")
        // A reader here may hold the log for a moment; then the probe goes on by itself.
        #expect(await said.next("set")?.hasPrefix("set ") == true)
        #expect(await pixels.fireAndWait(Ping(value: "denied")).legs == [.rejected(.denied)])
        #expect(try await pixels.consent() == .denied)
        #expect(await pixels.set(.denied))
        #expect(bench.folder.names(holding: "wombat") == [])
        #expect(try await pixels.accounts() == Accounts(accepted: 50, dropped: [.denied: 50]))
        probe.send("set granted")
        #expect(await said.next("set") == "set true")
        probe.kill()  // Or it would take the lease, to send to nobody.
        await probe.waitUntilExit()
        bench.clock.advance(by: .seconds(1))  // So long a denial in memory holds without another look.
        #expect(await pixels.fireAndWait(Ping(value: "granted")).isQueued)
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(transport.targets == ["/t/m_ping?v=granted"])
    }
}

/// What a probe says, in order; lines of other kinds are passed over.
private struct Said {
    private let lines: AsyncStream<String>

    init(_ probe: ChildProcess) { lines = probe.lines }

    func next(_ word: String) async -> String? {
        for await line in lines where line.hasPrefix(word) { return line }
        return nil
    }
}
#endif
