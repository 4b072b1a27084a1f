import Dispatch
import Telemetry
import TelemetryTesting
import Testing

/// Sinks that exceed their patience, and the sinks beside them.
@Suite struct LaggingTests {
    private let clock = ManualClock()
    private var options: DeliveryOptions {
        DeliveryOptions(patience: .seconds(1), backlog: 100, time: clock.time)
    }

    /// Moves the clock past the patience of the current call.
    private func exhaustPatience() async {
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
    }

    @Test("The other sinks continue without a sink that hangs, which catches up in order and rejoins")
    func suspendingSink() async throws {
        let gate = Gate()
        let slow = CapturingSink(name: "inner")
        let others = [CapturingSink(name: "before"), CapturingSink(name: "after")]
        let suspending = ClosureSink("suspending") { event in
            if event.name == "0" { await gate.pass() }
            slow.receive(event)
        }
        let telemetry = try Telemetry(sinks: [others[0], suspending, others[1]], options: options)

        for event in events(0..<5) { telemetry.observe(event) }
        await gate.arrivals(1)
        #expect(others.map(\.names) == [["0"], []])
        await exhaustPatience()
        #expect(await others[1].first(5).names == events(0..<5).names)
        #expect(slow.names.isEmpty)
        let lagging = telemetry.status.sinks[1]
        #expect(lagging.pace == .lagging && lagging.lags == 1 && lagging.pending == 5)

        await gate.open()
        #expect(await slow.first(5).names == events(0..<5).names)
        #expect(await telemetry.flush(timeout: .seconds(1)).isComplete)
        for event in events(5..<8) { telemetry.observe(event) }
        let report = await telemetry.flush(timeout: .seconds(1))
        #expect(slow.names == events(0..<8).names && others[0].names == slow.names && others[1].names == slow.names)
        #expect(report.status.sinks.map(\.pace) == [.inTurn, .inTurn, .inTurn])
        #expect(report.status.sinks.map(\.delivered) == [8, 8, 8])
    }

    @Test("Twelve sinks that block their threads do not stop the last sink")
    func blockingSinks() async throws {
        let wall = DispatchSemaphore(value: 0)
        let last = CapturingSink(name: "last")
        let blocked = Gate()
        let blocking = (0..<12).map { number in
            ClosureSink("blocking \(number)") { _ in
                await blocked.pass()
                block(on: wall)
            }
        }
        await blocked.open()
        let telemetry = try Telemetry(sinks: blocking + [last], options: options)

        telemetry.observe(TelemetryEvent("0"))
        for number in 1...12 {
            await blocked.arrivals(number)
            await exhaustPatience()
        }

        #expect(await last.first(1).names == ["0"])
        #expect(telemetry.status.sinks.prefix(12).allSatisfy { $0.pace == .lagging })
        for _ in 0..<12 { wall.signal() }
        #expect(await telemetry.flush(timeout: .seconds(1)).isComplete)
    }

    @Test(
        "The backlog of a sink that hangs is bounded, and its drops are counted",
        arguments: [
            (Overflow.oldest, 7..<10), (.newest, 1..<4),
        ]
    )
    func boundedBacklog(overflow: Overflow, kept: Range<Int>) async throws {
        let gate = Gate()
        let slow = CapturingSink(name: "inner")
        let after = CapturingSink(name: "after")
        let hanging = ClosureSink("hanging") { event in
            if event.name == "0" { await gate.pass() }
            slow.receive(event)
        }
        let telemetry = try Telemetry(sinks: [hanging.backlog(3, dropping: overflow), after], options: options)

        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)
        await exhaustPatience()
        for event in events(1..<10) { telemetry.observe(event) }
        _ = await after.first(10)
        let status = telemetry.status.sinks[0]
        #expect(status.dropped == 6 && status.pending == 4)

        await gate.open()
        #expect(await slow.first(4).names == ["0"] + events(kept).names)
    }

    @Test("A sink that reads from a lagging sink waits for it")
    func followers() async throws {
        let gate = Gate()
        let written = Locked(0)
        let read = CapturingSink(name: "read")
        let other = CapturingSink(name: "other")
        let writer = ClosureSink("writer") { event in
            if event.name == "1" { await gate.pass() }
            written.withLock { $0 += 1 }
        }
        let reader = ClosureSink("reader") { event in
            read.receive(TelemetryEvent("\(event.name) sees \(written.withLock { $0 })"))
        }
        let sinks: [any TelemetrySink] = [writer, reader.reads(from: writer), other]
        let telemetry = try Telemetry(sinks: sinks, options: options)

        for event in events(1..<6) { telemetry.observe(event) }
        await gate.arrivals(1)
        await exhaustPatience()
        #expect(await other.first(5).names == events(1..<6).names)
        #expect(read.names.isEmpty)
        #expect(telemetry.status.sinks.map(\.pace) == [.lagging, .following, .inTurn])

        await gate.open()
        let seen = await read.first(5).names
        #expect(
            seen.count == 5
                && seen.enumerated().allSatisfy { index, name in
                    guard let count = name.split(separator: " ").last.flatMap({ Int($0) }) else { return false }
                    return name.hasPrefix("\(index + 1) ") && count >= index + 1
                }
        )
        let report = await telemetry.flush(timeout: .seconds(1))
        #expect(report.isComplete && report.status.sinks.map(\.delivered) == [5, 5, 5])
    }

    @Test("The patience of a sink replaces that of the facade")
    func ownPatience() async throws {
        let gate = Gate()
        let after = CapturingSink(name: "after")
        let slow = ClosureSink("slow") { _ in await gate.pass() }
        let telemetry = try Telemetry(sinks: [slow.patience(.seconds(3)), after], options: options)

        telemetry.observe(TelemetryEvent("0"))
        await gate.arrivals(1)
        for _ in 0..<2 { await exhaustPatience() }
        await clock.waitForSleepers(1)
        #expect(telemetry.status.sinks[0].pace == .inTurn)
        clock.advance(by: .seconds(1))

        #expect(await after.first(1).names == ["0"])
        #expect(telemetry.status.sinks[0].pace == .lagging)
        await gate.open()
    }

    @Test("The counts of every sink add up to the observed events in every status")
    func accounts() async throws {
        let failing = ClosureSink("failing") { event in
            await Task.yield()
            if event.name.hasSuffix("7") { throw Fault() }
        }
        let sinks: [any TelemetrySink] = [failing, CapturingSink(), NoOpTrackingSink()]
        let telemetry = try Telemetry(sinks: sinks, options: DeliveryOptions(capacity: 64))

        for event in events(0..<2_000) {
            telemetry.observe(event)
            expectBalance(telemetry.status)
        }
        expectBalance(await telemetry.shutdown(timeout: .seconds(60)).status)
    }
}

/// Blocks the thread, as a sink of a blocking library does.
private func block(on wall: DispatchSemaphore) { wall.wait() }

/// Expects that the counts of every sink add up to the observed events.
func expectBalance(_ status: TelemetryStatus, sourceLocation: SourceLocation = #_sourceLocation) {
    for sink in status.sinks {
        let sum = status.dropped + status.waiting + sink.delivered + sink.failed + sink.dropped + sink.pending
        #expect(sum == status.observed, "\(sink.name)", sourceLocation: sourceLocation)
    }
}
