import Telemetry
import TelemetryTesting
import Testing

/// Sinks that pass on a part of the events.
@Suite struct WrappingSinkTests {
    private let captured = CapturingSink()

    @Test("A filter passes on the included events only")
    func filter() async throws {
        let filter = FilterSink(captured, passing: "errors") { $0.level >= .error }
        try await filter.receive(TelemetryEvent("quiet"))
        try await filter.receive(TelemetryEvent("loud", level: .fault))
        await filter.flush(until: Deadline(after: .zero))

        #expect(captured.names == ["loud"] && captured.flushes == 1)
        #expect(filter.name == "capturing" && filter.downstream.count == 1)
    }

    @Test(
        "A sample passes on the events whose draw is below the share",
        arguments: [
            (0.0, [] as [String]), (50.0, ["0", "1"]), (100.0, ["0", "1", "2", "3"]),
        ]
    )
    func sample(percent: Double, kept: [String]) async throws {
        let draws = Locked([0.0, 49.9, 50, 99.9])
        let sampling = try SamplingSink(captured, percent: percent) { draws.withLock { $0.removeFirst() } }
        for event in events(0..<4) { try await sampling.receive(event) }
        #expect(captured.names == kept)
    }

    @Test("A sample of 10 % passes on about a tenth of 2,000 flows, each of them as a whole")
    func flows() async throws {
        let sampling = try SamplingSink(captured, percent: 10) { 0 }
        for step in ["begin", "end"] {
            for flow in 0..<2_000 { try await sampling.receive(TelemetryEvent(step).inFlow("flow-\(flow)")) }
        }
        let begun = captured.events.filter { $0.name == "begin" }.map(\.flowID)
        let ended = captured.events.filter { $0.name == "end" }.map(\.flowID)
        #expect(begun == ended)
        #expect((150...250).contains(begun.count))
    }

    @Test("A share outside 0 to 100 is refused", arguments: [-0.1, 100.1, .nan, .infinity])
    func badShare(percent: Double) {
        let error = TelemetryError.invalid(
            option: "the share of 'capturing'",
            value: "\(percent)",
            expected: "0 to 100"
        )
        #expect(throws: error) { try SamplingSink(captured, percent: percent) }
    }

    @Test("The status describes each sink, the sinks that it wraps, and their settings")
    func description() throws {
        let sampled = try SamplingSink(FilterSink(captured, passing: "errors") { $0.level >= .error }, percent: 10)
        let forwarded = FilterSink(NoOpTrackingSink(), passing: "no pixels") { $0.category != "pixels" }
        let telemetry = try Telemetry(sinks: [
            sampled.patience(.seconds(1)).backlog(5, dropping: .newest),
            try ForwardingSink(forwarded, options: DeliveryOptions(capacity: 3)).reads(from: sampled),
        ])
        #expect(
            Self.lines(telemetry.status) == [
                "capturing SamplingSink: passes 10.0 % of the events, patience 1.0 seconds, backlog 5, drops the newest",
                "  capturing FilterSink: passes errors",
                "    capturing CapturingSink: ",
                "tracking ForwardingSink: forwards, up to 3 events wait, reads from capturing",
                "  tracking FilterSink: passes no pixels",
                "    tracking NoOpTrackingSink: ignores every event",
            ])
    }

    private static func lines(_ status: TelemetryStatus, indent: String = "") -> [String] {
        status.sinks.flatMap { sink in
            lines(sink.sink, indent: indent) + (sink.downstream.map { lines($0, indent: indent + "  ") } ?? [])
        }
    }

    private static func lines(_ sink: SinkDescription, indent: String) -> [String] {
        ["\(indent)\(sink.name) \(sink.type): \(sink.settings)"]
            + sink.wrapped.flatMap { lines($0, indent: indent + "  ") }
    }

    @Test("Adjusted options are added to the sink's own")
    func adjusted() async throws {
        let sink = captured.reads(from: NoOpTrackingSink()).patience(.seconds(1)).backlog(5, dropping: .newest)
        #expect(
            sink.sinkOptions
                == SinkOptions(readsFrom: ["tracking"], patience: .seconds(1), backlog: 5, overflow: .newest)
        )
        try await sink.receive(TelemetryEvent("0"))
        #expect(captured.names == ["0"])
    }
}
