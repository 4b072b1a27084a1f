import Telemetry
import TelemetryTesting
import Testing

@Suite struct ForwardingSinkTests {
    @Test("It returns before the wrapped sink is done, keeps the order, and drains on flush")
    func forwards() async throws {
        let gate = Gate()
        let captured = CapturingSink(name: "inner")
        let forwarding = try ForwardingSink(
            ClosureSink("slow") { event in
                await gate.pass()
                captured.receive(event)
            },
            options: DeliveryOptions(clock: ManualClock())
        )

        for event in events(0..<10) { forwarding.receive(event) }
        await gate.arrivals(1)
        #expect(captured.names.isEmpty)
        await gate.open()
        await forwarding.flush(until: Deadline(after: .seconds(60)))

        #expect(captured.names == events(0..<10).names)
        #expect(forwarding.name == "slow" && forwarding.status.sinks.map(\.delivered) == [10])
    }

    @Test("A flush ends at its deadline, and the facade counts the sink as unfinished")
    func flushOnTime() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let options = DeliveryOptions(patience: .seconds(60), clock: clock)
        let forwarding = try ForwardingSink(ClosureSink("slow") { _ in await gate.pass() }, options: options)
        let telemetry = try Telemetry(sinks: [forwarding], options: options)
        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)

        async let flush = telemetry.flush(timeout: .seconds(5))
        await clock.waitForSleepers(4)  // A watch and a flush here, and the same in the facade.
        clock.advance(by: .seconds(5))

        #expect(await flush.unfinished == ["slow"])
        await gate.open()
    }

    @Test("What waits is bounded, and what is dropped is counted")
    func bounded() async throws {
        let gate = Gate()
        let captured = CapturingSink(name: "inner")
        let forwarding = try ForwardingSink(
            ClosureSink("slow") { event in
                await gate.pass()
                captured.receive(event)
            },
            options: DeliveryOptions(capacity: 2, overflow: .oldest, clock: ManualClock())
        )
        forwarding.receive(TelemetryEvent("first"))
        await gate.arrivals(1)
        for event in events(0..<5) { forwarding.receive(event) }
        #expect(forwarding.status.dropped == 3)
        await gate.open()

        #expect(await captured.first(3).names == ["first", "3", "4"])
    }

    @Test("Its errors are counted behind it")
    func failures() async throws {
        let forwarding = try ForwardingSink(ClosureSink("failing") { _ in throw Fault() })
        let telemetry = try Telemetry(sinks: [forwarding])
        telemetry.observe(TelemetryEvent("0"))

        let report = await telemetry.flush(timeout: .seconds(60))

        #expect(report.status.sinks.map(\.delivered) == [1])
        #expect(report.status.sinks.first?.downstream?.sinks.map(\.failed) == [1])
    }
}
