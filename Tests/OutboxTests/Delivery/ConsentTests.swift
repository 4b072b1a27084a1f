import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@testable import Outbox

@Suite(.timeLimit(.minutes(2))) struct ConsentTests {
    private let bench = Bench()
    private let secret = "wombat"

    /// A pixel whose name, value and gate hold the secret.
    private func fire(_ pixels: PixelDispatcher, _ count: Int) async {
        for number in 0..<count {
            await pixels.fireAndWait(
                Ping(
                    name: "m_\(secret)\(number % 7)", frequency: .dailyAndCount.keyed(by: .parameters([])),
                    value: "\(secret)-\(number)"))
        }
    }

    @Test("Pending stores and does not send; granted sends what waited; the choice is durable")
    func pendingThenGranted() async throws {
        let transport = ScriptedTransport()
        do {
            let pixels = bench.dispatcher(transport, consent: .pending)
            await pixels.fireAndWait(Ping(value: "0"))
            #expect(try await pixels.consent() == .pending)
            #expect(await pixels.flush(timeout: .seconds(5)) == .timedOut(pending: 1))
            #expect(transport.requests.isEmpty)
            #expect(await pixels.set(.granted))
            #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        }
        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let pixels = relaunch.dispatcher(transport, consent: .denied)
        #expect(try await pixels.consent() == .granted)
        #expect(await pixels.fireAndWait(Ping(value: "1")).isQueued)
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(transport.requests.count == 2)
        #expect(bench.log.events.contains(.consentChanged(.granted)))
    }

    @Test("Denied drops what waits, counted, and takes nothing in; a later launch keeps to it")
    func denied() async throws {
        let transport = ScriptedTransport()
        do {
            let pixels = bench.dispatcher(transport, consent: .pending)
            await fire(pixels, 5)
            #expect(await pixels.set(.denied))
            #expect(await pixels.fireAndWait(Ping(value: "0")).legs == [.rejected(.denied)])
            #expect(try await pixels.accounts() == Accounts(accepted: 10, dropped: [.denied: 10]))
            #expect(bench.log.events.contains(.dropped(.denied, count: 10)))
        }
        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let pixels = relaunch.dispatcher(transport)
        #expect(await pixels.fireAndWait(Ping(value: "1")).legs == [.rejected(.denied)])
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(transport.requests.isEmpty)
        #expect(try await pixels.accounts().accepted == 10)
    }

    @Test("Denial cancels the requests under way; a grant afterwards starts afresh, without a rest")
    func cancels() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = await bench.dispatcher(transport, holding: 6)
        await transport.waitForRequests(4)
        #expect(await pixels.set(.denied))
        await bench.log.wait { $0.filter(\.isPostponed).count == 4 }
        transport.release()
        #expect(try await pixels.accounts() == Accounts(accepted: 6, dropped: [.denied: 6]))
        #expect(await pixels.set(.granted))
        await pixels.fireAndWait(Ping(value: "new"))
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(transport.targets.dropFirst(4) == ["/t/m_ping?v=new"])
        #expect(try await pixels.accounts() == Accounts(accepted: 7, delivered: 1, dropped: [.denied: 6]))
    }

    @Test("Going back to pending cancels the requests under way and keeps them")
    func pendingAgain() async throws {
        let transport = ScriptedTransport()
        transport.hold()
        let pixels = await bench.dispatcher(transport, holding: 6)
        await transport.waitForRequests(4)
        #expect(await pixels.set(.pending))
        await bench.log.wait { $0.filter(\.isPostponed).count == 4 }
        transport.release()
        #expect(await pixels.flush(timeout: .seconds(5)) == .timedOut(pending: 6))
        #expect(transport.requests.count == 4)
        #expect(await pixels.set(.granted))
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(try await pixels.accounts() == Accounts(accepted: 6, delivered: 6, resent: 4))
    }

    @Test("A denial that a grant follows at once still erases what was there, and what comes after is sent")
    func deniedAndGrantedAtOnce() async throws {
        let transport = ScriptedTransport()
        let pixels = bench.dispatcher(transport, consent: .pending)
        await fire(pixels, 20)
        bench.store.set(.slow)
        async let denied = pixels.set(.denied)
        while pixels.outbox.queue.unstoredConsent != .denied { await Task.yield() }
        #expect(await pixels.fireAndWait(Ping(value: "while denied")).legs == [.rejected(.denied)])
        async let granted = pixels.set(.granted)
        bench.store.set(nil)
        let results = [await denied, await granted]
        #expect(results == [true, true])
        #expect(try await pixels.consent() == .granted)
        #expect(bench.folder.names(holding: secret) == [])
        await pixels.fireAndWait(Ping(value: "after"))
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(transport.targets == ["/t/m_ping?v=after"])
        #expect(try await pixels.accounts() == Accounts(accepted: 41, delivered: 1, dropped: [.denied: 40]))
    }

    @Test("While a store fails, a denial holds in memory, is told not to be done, and is stored later")
    func storeFails() async throws {
        let transport = ScriptedTransport()
        let pixels = await bench.dispatcher(transport, holding: 0)
        bench.store.set(.full)
        #expect(await !pixels.set(.denied))
        #expect(await pixels.fireAndWait(Ping(value: "0")).legs == [.rejected(.denied)])
        #expect(await !pixels.set(.granted))
        #expect(await pixels.fireAndWait(Ping(value: "1")).legs == [.rejected(.denied)])
        bench.store.set(nil)
        #expect(await pixels.set(.granted))
        #expect(await pixels.fireAndWait(Ping(value: "2")).legs == [.queued])
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(transport.targets == ["/t/m_ping?v=2"])
    }

    @Test("It can be set from a completion and from a report")
    func fromCompletion() async throws {
        let pixels = bench.dispatcher(ScriptedTransport(), consent: .pending)
        let isDone = await withCheckedContinuation { continuation in
            pixels.fire(Ping(value: "0")) { _ in
                Task { continuation.resume(returning: await pixels.set(.denied)) }
            }
        }
        #expect(isDone)
        #expect(try await pixels.accounts() == Accounts(accepted: 1, dropped: [.denied: 1]))
    }

    @Test("After denial no byte of a name, a value or a gate is in any file, whatever was under way or set aside")
    func noByte() async throws {
        let transport = ScriptedTransport(otherwise: .status(500))
        let pixels = bench.dispatcher(transport)
        await fire(pixels, 300)
        try FileManager.default.copyItem(
            at: bench.folder.file("store.sqlite"), to: bench.folder.file("store.damaged-20260101T000000Z.sqlite"))
        try Data(secret.utf8).write(to: bench.folder.file("store.damaged-20260101T000000Z.sqlite-wal"))
        #expect(!bench.folder.names(holding: secret).isEmpty)
        await withTaskGroup(of: Void.self) { [secret] group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<300 {
                        pixels.fire(Ping(name: "m_\(secret)\(worker)", frequency: .daily, value: "\(secret)\(number)"))
                    }
                }
            }
            group.addTask { #expect(await pixels.set(.denied)) }
        }
        await bench.log.wait { $0.contains(.erased) }
        // What was fired during the denial is either purged or refused; a commit tells that all of it is.
        let accounts = try await pixels.accounts()
        #expect(accounts.isBalanced && accounts.pending == 0)
        #expect(bench.folder.names(holding: secret) == [])
        #expect(bench.folder.names.filter { $0.contains("damaged") } == [])
    }

    @Test("A crash between denial and erasing is made up for by the next launch, even one that begins with a grant")
    func crash() async throws {
        do {
            let pixels = bench.dispatcher(ScriptedTransport(), consent: .pending)
            await fire(pixels, 100)
        }
        // As far as a process gets that dies right after its denial was stored.
        let database = Database(.folder(bench.folder.url), schemas: [.outbox])
        #expect(try await database.perform { try OutboxStore().setConsent(.denied, in: $0) } == 200)
        #expect(!bench.folder.names(holding: secret).isEmpty)
        let relaunch = Bench(clock: bench.clock, folder: bench.folder)
        let pixels = relaunch.dispatcher(ScriptedTransport())
        #expect(await pixels.set(.granted))
        await relaunch.log.wait { $0.contains(.erased) }
        #expect(bench.folder.names(holding: secret) == [])
    }

    @Test("While a reader holds the log, erasing goes on, at growing distances, until it is done; then it is told once")
    func reader() async throws {
        let pixels = bench.dispatcher(ScriptedTransport(), consent: .pending)
        await fire(pixels, 50)
        let (gate, other) = (Gate(), Database(.folder(bench.folder.url), schemas: [.outbox]))
        let reading = Task {
            try await other.read { transaction in
                _ = try transaction.first("SELECT count(*) FROM requests") { $0.int(0) }
                gate.hold()
            }
        }
        await gate.waitUntilHeld()
        #expect(await !pixels.set(.denied))
        await bench.clock.waitForSleepers(1)
        gate.open()
        try await reading.value
        bench.clock.advance(by: .milliseconds(200))
        await bench.log.wait { $0.contains(.erased) }
        #expect(bench.folder.names(holding: secret) == [])
        #expect(await pixels.set(.denied))
        await bench.log.wait { $0.count { $0 == .erased } == 2 }
    }

    @Test("On a broken disk erasing is tried 68 times in an hour, and not for the sake of a dispatcher that is gone")
    func brokenDisk() async throws {
        let attempts = Locked<Int?>(nil)  // Counted, and failed, from 0 on.
        var configuration = Database.Configuration()
        configuration.fault = { step throws(DatabaseError) in
            let isBroken = attempts.withLock { attempts in
                if step == .begin { attempts = attempts.map { $0 + 1 } }
                return attempts != nil
            }
            if step == .begin, isBroken { throw .readOnly }
        }
        let database = Database(.memory, schemas: [.outbox], configuration: configuration)
        weak var weakScrubber: Scrubber?
        do {
            let outbox = RequestOutbox(
                database: database, transport: ScriptedTransport(), initialConsent: .pending,
                configuration: .testing(clock: bench.clock))
            let pixels = PixelDispatcher(outbox: outbox)
            #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
            _ = try await database.perform { try OutboxStore().setConsent(.denied, in: $0) }
            attempts.withLock { $0 = 0 }
            weakScrubber = pixels.outbox.scrubber
            #expect(await !pixels.outbox.scrubber.run())
            await bench.pass(.seconds(3600), step: .milliseconds(200))
            #expect(attempts.withLock { $0 } == 68)
        }
        while weakScrubber != nil {
            bench.clock.advance(by: .seconds(60))
            await Task.yield()
        }
    }
}
