import Telemetry
import TelemetryTesting
import Testing

@Suite struct DeferredSinkTests {
    @Test("Events from before setDownstream are delivered in order before later ones")
    func keeps() async throws {
        let deferred = try DeferredSink()
        let telemetry = try Telemetry(sinks: [deferred])
        let sinks = [CapturingSink(name: "a"), CapturingSink(name: "b")]

        for event in events(0..<10) { telemetry.observe(event) }
        #expect(await telemetry.flush(timeout: .seconds(60)).isComplete)
        #expect(deferred.status.waiting == 10)
        try deferred.setDownstream(sinks)
        for event in events(10..<20) { telemetry.observe(event) }

        #expect(await telemetry.flush(timeout: .seconds(60)).isComplete)
        #expect(sinks.map(\.names) == [events(0..<20).names, events(0..<20).names])
        #expect(sinks.map(\.flushes) == [1, 1])
    }

    @Test("A second setDownstream throws and changes nothing")
    func second() async throws {
        let deferred = try DeferredSink(name: "late")
        let first = CapturingSink(name: "first")
        let second = CapturingSink(name: "second")

        try deferred.setDownstream([first])
        #expect(throws: TelemetryError.alreadyBound("late")) { try deferred.setDownstream([second]) }
        await deferred.receive(TelemetryEvent("0"))

        #expect(first.names == ["0"] && second.names.isEmpty)
        #expect(deferred.downstream.map(\.name) == ["first"])
    }

    @Test("setDownstream with a wrong order throws and keeps the events")
    func wrongOrder() async throws {
        let deferred = try DeferredSink()
        let writer = CapturingSink(name: "writer")
        let reader = CapturingSink(name: "reader").reads(from: writer)
        await deferred.receive(TelemetryEvent("0"))

        #expect(throws: TelemetryError.wrongOrder(reader: "reader", writer: "writer")) {
            try deferred.setDownstream([reader, writer])
        }
        try deferred.setDownstream([writer, reader])

        #expect(await writer.first(1).names == ["0"])
    }

    @Test("Events beyond the capacity are dropped and counted")
    func bounded() async throws {
        let deferred = try DeferredSink(options: DeliveryOptions(capacity: 3))
        let captured = CapturingSink()
        for event in events(0..<5) { await deferred.receive(event) }
        #expect(deferred.status.observed == 5 && deferred.status.dropped == 2)

        try deferred.setDownstream([captured])
        #expect(await captured.first(3).names == ["0", "1", "2"])
    }

    @Test("A later sink receives an event after the downstream sinks have finished it")
    func inPlace() async throws {
        let gate = Gate()
        let deferred = try DeferredSink()
        let after = CapturingSink(name: "after")
        let telemetry = try Telemetry(
            sinks: [deferred, after],
            options: DeliveryOptions(time: ManualClock().time)
        )
        try deferred.setDownstream([ClosureSink("slow") { _ in await gate.pass() }])

        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)
        #expect(after.names.isEmpty)
        await gate.open()

        #expect(await after.first(1).names == ["0"])
    }

    @Test("A downstream sink that hangs delays neither its siblings nor later sinks")
    func isolation() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let options = DeliveryOptions(patience: .seconds(1), time: clock.time)
        let deferred = try DeferredSink(options: options)
        let sinks = [CapturingSink(name: "sibling"), CapturingSink(name: "after")]
        let telemetry = try Telemetry(sinks: [deferred, sinks[1]], options: options)
        try deferred.setDownstream([ClosureSink("hanging") { _ in await gate.pass() }, sinks[0]])

        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))

        #expect(await sinks[1].first(1).names == ["0"])
        #expect(sinks[0].names == ["0"])
        #expect(telemetry.status.sinks.map(\.pace) == [.inTurn, .inTurn])
        let inner = try #require(telemetry.status.sinks[0].downstream)
        #expect(inner.sinks.map(\.pace) == [.lagging, .inTurn])
        await gate.open()
    }

    @Test("setDownstream during the calls of 16 tasks loses and reorders nothing, in 2,000 rounds")
    func boundWhileFiring() async throws {
        for round in 0..<2_000 {
            let deferred = try DeferredSink()
            let captured = CapturingSink()
            await withTaskGroup { group in
                for caller in 0..<16 {
                    group.addTask {
                        for number in 0..<4 {
                            await deferred.receive(TelemetryEvent("\(number)", category: "\(caller)"))
                        }
                    }
                    if caller == round % 16 {
                        group.addTask {
                            do { try deferred.setDownstream([captured]) } catch { Issue.record(error) }
                        }
                    }
                }
            }
            let received = await captured.first(64)
            let byCaller = Dictionary(grouping: received, by: \.category).mapValues(\.names)
            try #require(byCaller.count == 16 && byCaller.values.allSatisfy { $0 == ["0", "1", "2", "3"] })
            try #require(captured.events.count == 64)
        }
    }
}
