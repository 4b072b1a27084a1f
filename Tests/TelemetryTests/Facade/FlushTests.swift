import Telemetry
import TelemetryTesting
import Testing

/// Flush and shutdown.
@Suite struct FlushTests {
    private let clock = ManualClock()

    @Test("A flush returns when every sink has received the earlier events and flushed")
    func flush() async throws {
        let sinks = [CapturingSink(name: "a"), CapturingSink(name: "b")]
        let telemetry = try Telemetry(sinks: sinks, options: DeliveryOptions(time: clock.time))
        for event in events(0..<100) { telemetry.observe(event) }

        let report = await telemetry.flush(timeout: .seconds(1))

        #expect(report.unfinished == [])
        #expect(sinks.map(\.names) == [events(0..<100).names, events(0..<100).names])
        #expect(sinks.map(\.flushes) == [1, 1])
    }

    @Test("A flush with a sink that hangs returns at its timeout and names the sink")
    func flushOnTime() async throws {
        let gate = Gate()
        let after = CapturingSink(name: "after")
        let hanging = ClosureSink("hanging") { _ in await gate.pass() }
        let telemetry = try Telemetry(
            sinks: [hanging, after],
            options: DeliveryOptions(patience: .seconds(1), time: clock.time)
        )
        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)

        async let flush = telemetry.flush(timeout: .seconds(5))
        await clock.waitForSleepers(2)  // The watchdog and the flush.
        clock.advance(by: .seconds(1))
        _ = await after.first(1)
        clock.advance(by: .seconds(4))

        let report = await flush
        #expect(report.unfinished == ["hanging"])
        #expect(after.names == ["0"] && after.flushes == 1)
        await gate.open()
    }

    @Test("A shutdown with a sink that hangs returns at its timeout, and drops and counts the remaining events")
    func shutdownOnTime() async throws {
        let gate = Gate()
        let hanging = ClosureSink("hanging") { _ in await gate.pass() }
        let telemetry = try Telemetry(
            sinks: [hanging],
            options: DeliveryOptions(patience: .seconds(10), time: clock.time)
        )
        for event in events(0..<10) { telemetry.observe(event) }
        await gate.arrivals(1)

        async let shutdown = telemetry.shutdown(timeout: .seconds(5))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        let report = await shutdown
        telemetry.observe(TelemetryEvent("late"))

        #expect(report.unfinished == ["hanging"])
        #expect(report.status.sinks.map { report.status.dropped + $0.dropped } == [9])
        #expect(report.status.sinks.map(\.pending) == [1])
        #expect(telemetry.status.refused == 1)
        expectBalance(telemetry.status)
        #expect(await telemetry.shutdown(timeout: .seconds(5)) == report)
        await gate.open()
    }

    @Test("A shutdown drops and counts the events that wait behind relaying sinks")
    func shutdownBehind() async throws {
        let gate = Gate()
        let deferred = try DeferredSink()
        let forwarding = try ForwardingSink(
            ClosureSink("slow") { _ in await gate.pass() },
            options: DeliveryOptions(time: clock.time)
        )
        let telemetry = try Telemetry(sinks: [deferred, forwarding], options: DeliveryOptions(time: clock.time))
        for event in events(0..<3) { telemetry.observe(event) }
        await gate.arrivals(1)

        async let shutdown = telemetry.shutdown(timeout: .seconds(1))
        await clock.waitForSleepers(4)
        clock.advance(by: .seconds(1))
        let behind = try await shutdown.status.sinks.map { try #require($0.downstream) }
        await deferred.receive(TelemetryEvent("late"))

        #expect(behind.map(\.observed) == [3, 3] && behind.map(\.waiting) == [0, 0])
        #expect(behind.map { $0.dropped + $0.sinks.reduce(0) { $0 + $1.dropped } } == [3, 2])
        #expect(deferred.status.refused == 1)
        for status in behind { expectBalance(status) }
        await gate.open()
    }

    @Test("A sink whose flush hangs delays neither the flushes of the others nor the timeout")
    func hangingFlush() async throws {
        let gate = Gate()
        let after = CapturingSink(name: "after")
        let hanging = ClosureSink("hanging", onFlush: { _ in await gate.pass() }, onReceive: { _ in })
        let telemetry = try Telemetry(
            sinks: [hanging, after],
            options: DeliveryOptions(patience: .seconds(1), time: clock.time)
        )

        async let flush = telemetry.flush(timeout: .seconds(2))
        await gate.arrivals(1)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        telemetry.observe(TelemetryEvent("0"))
        _ = await after.first(1)
        clock.advance(by: .seconds(1))

        #expect(await flush.unfinished == ["hanging"])
        #expect(after.flushes == 1)
        await gate.open()
    }

    @Test("A flush keeps its place in a full queue", arguments: Overflow.allCases)
    func fullQueue(overflow: Overflow) async throws {
        let gate = Gate()
        let captured = CapturingSink()
        let flushed = CapturingSink(name: "flushed")
        let slow = ClosureSink(
            "slow",
            onFlush: { _ in flushed.receive(TelemetryEvent("after \(captured.names.joined())")) },
            onReceive: { event in
                await gate.pass()
                captured.receive(event)
            }
        )
        let options = DeliveryOptions(capacity: 2, overflow: overflow, time: clock.time)
        let telemetry = try Telemetry(sinks: [slow], options: options)

        telemetry.observe(TelemetryEvent("a"))
        await gate.arrivals(1)
        telemetry.observe(TelemetryEvent("b"))
        async let flush = telemetry.flush(timeout: .seconds(1))
        await clock.waitForSleepers(2)
        for event in events(0..<5) { telemetry.observe(event) }
        await gate.open()

        #expect(await flush.isComplete)
        #expect(flushed.names == [overflow == .oldest ? "after a" : "after ab"])
        #expect(await captured.first(3).names == ["a"] + (overflow == .oldest ? ["3", "4"] : ["b", "0"]))
    }

    @Test("A flush in a cancelled task returns at once")
    func cancelled() async throws {
        let gate = Gate()
        let hanging = ClosureSink("hanging") { _ in await gate.pass() }
        let telemetry = try Telemetry(sinks: [hanging], options: DeliveryOptions(time: clock.time))
        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)

        let flush = Task { await telemetry.flush(timeout: .seconds(5)) }
        flush.cancel()

        #expect(await flush.value.unfinished == ["hanging"])
        await gate.open()
    }

    @Test("A flush that a sink calls on its own facade returns at its timeout")
    func reentrantFlush() async throws {
        let box = CapturingSink(name: "reports")
        let (facades, deliver) = AsyncStream.makeStream(of: Telemetry.self)
        let flushing = ClosureSink("flushing") { _ in
            for await telemetry in facades {
                let report = await telemetry.flush(timeout: .seconds(1))
                box.receive(TelemetryEvent(report.unfinished.joined()))
            }
        }
        let telemetry = try Telemetry(sinks: [flushing], options: DeliveryOptions(time: clock.time))
        telemetry.observe(TelemetryEvent("0"))
        deliver.yield(telemetry)
        deliver.finish()
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))

        #expect(await box.first(1).names == ["flushing"])
    }
}
