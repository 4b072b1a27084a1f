import Foundation
import Primitives
import Telemetry
import TelemetryTesting
import Testing

@Suite struct TelemetryTests {
    @Test("A sink that suspends delays the next events in every sink")
    func orderUnderSuspension() async throws {
        let gate = Gate()
        let after = CapturingSink(name: "after")
        let slow = CapturingSink(name: "slow")
        let suspending = ClosureSink("suspending") { event in
            if event.name == "0" { await gate.pass() }
            slow.receive(event)
        }
        let telemetry = try Telemetry(sinks: [suspending, after], options: DeliveryOptions(time: ManualClock().time))

        for event in events(0..<10) { telemetry.observe(event) }
        await gate.arrivals(1)
        #expect(slow.names.isEmpty && after.names.isEmpty)
        await gate.open()

        #expect(await after.first(10).names == events(0..<10).names)
        #expect(slow.names == events(0..<10).names)
    }

    @Test("A sink that writes finishes an event before the sink that reads from it starts")
    func writersComeFirst() async throws {
        let count = Locked(0)
        let read = CapturingSink()
        let writer = ClosureSink("writer") { _ in
            await Task.yield()
            count.withLock { $0 += 1 }
        }
        let reader = ClosureSink("reader") { event in
            read.receive(TelemetryEvent("\(event.name) sees \(count.withLock { $0 })"))
        }
        let telemetry = try Telemetry(sinks: [writer, reader.reads(from: writer)])

        for event in events(1..<101) { telemetry.observe(event) }

        #expect(await telemetry.flush(timeout: .seconds(60)).isComplete)
        #expect(read.names == (1...100).map { "\($0) sees \($0)" })
    }

    @Test("Every sink receives 10,000 events of each of 16 callers in the caller's order")
    func manyCallers() async throws {
        let sinks = (0..<3).map { CapturingSink(name: "\($0)") }
        let telemetry = try Telemetry(sinks: sinks, options: DeliveryOptions(capacity: 200_000))

        await withTaskGroup { group in
            for caller in 0..<16 {
                group.addTask {
                    for number in 0..<10_000 {
                        telemetry.observe(TelemetryEvent("\(number)", category: "\(caller)"))
                    }
                }
            }
        }
        let report = await telemetry.flush(timeout: .seconds(60))

        #expect(report.isComplete)
        #expect(report.status.observed == 160_000 && report.status.dropped == 0)
        for sink in sinks {
            let byCaller = Dictionary(grouping: sink.events, by: \.category).mapValues(\.names)
            #expect(byCaller.count == 16)
            #expect(byCaller.values.allSatisfy { $0 == events(0..<10_000).names })
        }
        #expect(sinks[0].events == sinks[1].events && sinks[1].events == sinks[2].events)
    }

    @Test("Overload drops and counts events, and keeps the order of the others")
    func overload() async throws {
        let sinks = (0..<3).map { CapturingSink(name: "\($0)") }
        let telemetry = try Telemetry(sinks: sinks, options: DeliveryOptions(capacity: 256, overflow: .oldest))

        await withTaskGroup { group in
            for caller in 0..<4 {
                group.addTask {
                    for number in 0..<25_000 {
                        telemetry.observe(TelemetryEvent("caller", attributes: ["\(caller)": .int(number)]))
                    }
                }
            }
        }
        let status = await telemetry.flush(timeout: .seconds(60)).status

        #expect(status.observed == 100_000)
        for sink in sinks {
            #expect(sink.events.count + status.dropped == 100_000)
            for caller in 0..<4 {
                let numbers = sink.events.compactMap { event -> Int? in
                    guard case .int(let number) = event.attributes["\(caller)"]?.value else { return nil }
                    return number
                }
                #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }

    @Test("A sink may observe events itself")
    func reentrantSink() async throws {
        let captured = CapturingSink()
        let facade = Locked<Telemetry?>(nil)
        let echo = ClosureSink("echo") { event in
            if event.category == "app" {
                facade.withLock { $0 }?.observe(TelemetryEvent(event.name, category: "echo"))
            }
        }
        let telemetry = try Telemetry(sinks: [echo, captured])
        facade.withLock { $0 = telemetry }

        for event in events(0..<3) { telemetry.observe(event) }
        let received = await captured.first(6)

        #expect(received.filter { $0.category == "app" }.names == ["0", "1", "2"])
        #expect(received.filter { $0.category == "echo" }.names == ["0", "1", "2"])
        facade.withLock { $0 = nil }
    }

    @Test("An error of one sink is counted and does not affect the others")
    func throwingSink() async throws {
        let captured = CapturingSink()
        let failing = ClosureSink("failing") { event in
            if event.name != "1" { throw Fault() }
        }
        let telemetry = try Telemetry(sinks: [failing, captured])

        for event in events(0..<3) { telemetry.observe(event) }
        let report = await telemetry.flush(timeout: .seconds(60))

        #expect(captured.names == ["0", "1", "2"])
        let status = try #require(report.status.sinks.first)
        #expect(status.delivered == 1 && status.failed == 2)
        #expect(status.lastFailure == ErrorChain(Fault()))
    }

    @Test("The facade sets a missing timestamp and keeps an existing one")
    func timestamps() async throws {
        let captured = CapturingSink()
        let clock = ManualClock(date: Date(timeIntervalSince1970: 100))
        let telemetry = try Telemetry(sinks: [captured], options: DeliveryOptions(time: clock.time))

        telemetry.observe(TelemetryEvent("stamped"))
        telemetry.observe(TelemetryEvent("old").at(Date(timeIntervalSince1970: 1)))

        #expect(await captured.first(2).map { $0.timestamp?.timeIntervalSince1970 } == [100, 1])
    }

    @Test("Events that are observed just before the facade is released are delivered")
    func release() async throws {
        let captured = CapturingSink()
        do {
            let telemetry = try Telemetry(sinks: [captured])
            for event in events(0..<100) { telemetry.observe(event) }
        }
        #expect(await captured.first(100).names == events(0..<100).names)
    }

    @Test("A facade without sinks counts events and flushes at once")
    func noSinks() async throws {
        let telemetry = try Telemetry(sinks: [], options: DeliveryOptions(time: ManualClock().time))
        telemetry.observe(TelemetryEvent("unheard"))
        let report = await telemetry.flush(timeout: .seconds(1))
        #expect(report.isComplete && report.status.observed == 1)
    }

    @Test("A full queue drops and counts the oldest or the newest events", arguments: Overflow.allCases)
    func overflow(overflow: Overflow) async throws {
        let gate = Gate()
        let captured = CapturingSink()
        let blocking = ClosureSink("blocking") { event in
            if event.name == "first" { await gate.pass() }
        }
        let options = DeliveryOptions(capacity: 4, overflow: overflow, time: ManualClock().time)
        let telemetry = try Telemetry(sinks: [blocking, captured], options: options)

        telemetry.observe(TelemetryEvent("first"))
        await gate.arrivals(1)
        for event in events(0..<10) { telemetry.observe(event) }
        async let flush = telemetry.flush(timeout: .seconds(1))
        await gate.open()

        let report = await flush
        #expect(captured.names == ["first"] + events(overflow == .oldest ? 6..<10 : 0..<4).names)
        #expect(report.status.observed == 11 && report.status.dropped == 6)
    }
}
