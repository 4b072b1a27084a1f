import Telemetry
import TelemetryTesting
import Testing

/// What is checked when a facade is built.
@Suite struct SinkOrderTests {
    private static let records = CapturingSink(name: "records")
    private static let achievements = CapturingSink(name: "achievements").reads(from: records)

    @Test("A reader after its writer is accepted")
    func rightOrder() throws {
        let telemetry = try Telemetry(sinks: [
            NoOpTrackingSink(), Self.records, NoOpTrackingSink(name: "other"), Self.achievements,
        ])
        #expect(telemetry.sinks.map(\.name) == ["tracking", "records", "other", "achievements"])
        #expect(
            telemetry.status.sinks.map(\.type) == [
                "NoOpTrackingSink", "CapturingSink", "NoOpTrackingSink", "CapturingSink",
            ]
        )
    }

    @Test(
        "Sinks that cannot work together are refused with a remedy",
        arguments: [
            (
                [achievements, records] as [any TelemetrySink],
                "Telemetry: 'achievements' reads from 'records', which comes after it. Move 'records' before it."
            ),
            (
                [achievements],
                "Telemetry: 'achievements' reads from 'records', which is not in the same list of sinks. Add it before."
            ),
            (
                [records, records],
                "Telemetry: two sinks are named 'records'. Give each a name of its own."
            ),
            (
                [records.reads(from: records)],
                "Telemetry: 'records' reads from 'records', which comes after it. Move 'records' before it."
            ),
            (
                [records.patience(.zero)],
                "Telemetry: the patience of 'records' is 0.0 seconds. Expected more than no time."
            ),
            (
                [records.backlog(0, dropping: .oldest)],
                "Telemetry: the backlog of 'records' is 0. Expected at least 1."
            ),
        ]
    )
    func wrongOrder(sinks: [any TelemetrySink], message: String) {
        let error = #expect(throws: TelemetryError.self) { try Telemetry(sinks: sinks) }
        #expect(error?.description == message)
    }

    @Test("A sink cannot read from one that returns before its events are dealt with")
    func earlyWriters() throws {
        let forwarding = try ForwardingSink(Self.records)
        let deferred = try DeferredSink(name: "records")
        for writer in [forwarding, deferred, FilterSink(forwarding) { _ in true }] as [any TelemetrySink] {
            #expect(throws: TelemetryError.writerReturnsEarly(reader: "achievements", writer: "records")) {
                try Telemetry(sinks: [writer, Self.achievements])
            }
        }
    }

    @Test(
        "Options out of their ranges are refused",
        arguments: [
            (
                DeliveryOptions(capacity: 0),
                TelemetryError.invalid(option: "the capacity", value: "0", expected: "at least 1")
            ),
            (DeliveryOptions(backlog: -1), .invalid(option: "the backlog", value: "-1", expected: "at least 1")),
            (
                DeliveryOptions(patience: .seconds(-1)),
                .invalid(option: "the patience", value: "-1.0 seconds", expected: "more than no time")
            ),
        ]
    )
    func options(options: DeliveryOptions, error: TelemetryError) {
        #expect(throws: error) { try Telemetry(sinks: [], options: options) }
        #expect(throws: error) { try DeferredSink(options: options) }
    }

    @Test(
        "Every other error tells subject, value and remedy",
        arguments: [
            (
                TelemetryError.alreadyBound("deferred"),
                "Telemetry: 'deferred' already has its downstream sinks. Call setDownstream once."
            ),
            (
                .writerReturnsEarly(reader: "a", writer: "b"),
                "Telemetry: 'a' reads from 'b', which returns before its events are dealt with. "
                    + "Put both behind one DeferredSink or ForwardingSink."
            ),
            (
                .setAside(file: "a", to: "b"),
                "Telemetry: 'a' was not readable and is now 'b'; a new file begins. Another program may have written to it."
            ),
            (
                .file("a", errno: 13),
                "Telemetry: cannot access 'a' (errno 13). Check that its folder exists and is writable."
            ),
        ]
    )
    func messages(error: TelemetryError, message: String) {
        #expect(error.description == message)
    }
}
