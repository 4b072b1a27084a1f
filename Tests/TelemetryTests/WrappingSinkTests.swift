import Telemetry
import TelemetryTesting
import Testing

/// Sinks that hand on a part of the events.
@Suite struct WrappingSinkTests {
    private let captured = CapturingSink()

    @Test("A filter hands on what is included")
    func filter() async throws {
        let filter = FilterSink(captured) { $0.level >= .error }
        try await filter.receive(TelemetryEvent("quiet"))
        try await filter.receive(TelemetryEvent("loud", level: .fault))
        await filter.flush(until: Deadline(after: .zero))

        #expect(captured.names == ["loud"] && captured.flushes == 1)
        #expect(filter.name == "capturing" && filter.downstream.count == 1)
    }

    @Test(
        "A sample hands on the events whose lot is below the share",
        arguments: [
            (0.0, [] as [String]), (50.0, ["0", "1"]), (100.0, ["0", "1", "2", "3"]),
        ]
    )
    func sample(percent: Double, kept: [String]) async throws {
        let lots = Locked([0.0, 49.9, 50, 99.9])
        let sampling = try SamplingSink(captured, percent: percent) { lots.withLock { $0.removeFirst() } }
        for event in events(0..<4) { try await sampling.receive(event) }
        #expect(captured.names == kept)
    }

    @Test("A sample keeps or leaves out a whole flow, and a tenth of many flows")
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

    @Test("Adjusted terms add to the sink's own")
    func adjusted() async throws {
        let sink = captured.reads(from: NoOpTrackingSink()).patience(.seconds(1)).backlog(5, dropping: .newest)
        #expect(
            sink.terms
                == SinkTerms(readsFrom: ["tracking"], patience: .seconds(1), backlog: 5, overflow: .newest)
        )
        try await sink.receive(TelemetryEvent("0"))
        #expect(captured.names == ["0"])
    }
}
