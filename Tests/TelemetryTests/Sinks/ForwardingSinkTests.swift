import Telemetry
import TelemetryTesting
import Testing

@Suite struct ForwardingSinkTests {
    @Test("receive returns before the wrapped sink has finished, and a flush waits for it")
    func forwards() async throws {
        let gate = Gate()
        let captured = CapturingSink(name: "inner")
        let forwarding = try ForwardingSink(
            ClosureSink("slow") { event in
                await gate.pass()
                captured.receive(event)
            },
            options: DeliveryOptions(time: ManualClock().time)
        )

        for event in events(0..<10) { forwarding.receive(event) }
        await gate.arrivals(1)
        #expect(captured.names.isEmpty)
        await gate.open()
        await forwarding.flush(until: Deadline(after: .seconds(60)))

        #expect(captured.names == events(0..<10).names)
        #expect(forwarding.name == "slow" && forwarding.status.sinks.map(\.delivered) == [10])
    }

    @Test("A flush returns at its deadline, and the facade reports the sink as unfinished")
    func flushOnTime() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let options = DeliveryOptions(patience: .seconds(60), time: clock.time)
        let forwarding = try ForwardingSink(ClosureSink("slow") { _ in await gate.pass() }, options: options)
        let telemetry = try Telemetry(sinks: [forwarding], options: options)
        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)

        async let flush = telemetry.flush(timeout: .seconds(5))
        await clock.waitForSleepers(4)  // A watchdog and a flush here, and the same in the facade.
        clock.advance(by: .seconds(5))

        #expect(await flush.unfinished == ["slow"])
        await gate.open()
    }

    @Test("Waiting events beyond the capacity are dropped and counted")
    func bounded() async throws {
        let gate = Gate()
        let captured = CapturingSink(name: "inner")
        let forwarding = try ForwardingSink(
            ClosureSink("slow") { event in
                await gate.pass()
                captured.receive(event)
            },
            options: DeliveryOptions(capacity: 2, overflow: .oldest, time: ManualClock().time)
        )
        forwarding.receive(TelemetryEvent("first"))
        await gate.arrivals(1)
        for event in events(0..<5) { forwarding.receive(event) }
        #expect(forwarding.status.dropped == 3)
        await gate.open()

        #expect(await captured.first(3).names == ["first", "3", "4"])
    }

    @Test("An error of the wrapped sink is counted in the downstream status")
    func failures() async throws {
        let forwarding = try ForwardingSink(ClosureSink("failing") { _ in throw Fault() })
        let telemetry = try Telemetry(sinks: [forwarding])
        telemetry.observe(TelemetryEvent("0"))

        let report = await telemetry.flush(timeout: .seconds(60))

        #expect(report.status.sinks.map(\.delivered) == [1])
        #expect(report.status.sinks.first?.downstream?.sinks.map(\.failed) == [1])
    }
}
