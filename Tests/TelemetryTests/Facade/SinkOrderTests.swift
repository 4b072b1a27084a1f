import Telemetry
import TelemetryTesting
import Testing

/// The checks at the creation of a facade.
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
        "Sinks that cannot work together are refused with a message that names the remedy",
        arguments: [
            (
                [achievements, records] as [any TelemetrySink],
                "Telemetry: 'achievements' reads from 'records', which comes after it. "
                    + "Move 'records' before 'achievements'."
            ),
            (
                [achievements],
                "Telemetry: 'achievements' reads from 'records', which is not in the same list of sinks. "
                    + "Add 'records' before 'achievements'."
            ),
            (
                [records, records],
                "Telemetry: two sinks are named 'records'. Give each sink its own name."
            ),
            (
                [records.reads(from: records)],
                "Telemetry: 'records' reads from 'records', which comes after it. Move 'records' before 'records'."
            ),
            (
                [records.patience(.zero)],
                "Telemetry: the patience of 'records' is 0.0 seconds. Use a positive duration."
            ),
            (
                [records.backlog(0, dropping: .oldest)],
                "Telemetry: the backlog of 'records' is 0. Use at least 1."
            ),
        ]
    )
    func wrongOrder(sinks: [any TelemetrySink], message: String) {
        let error = #expect(throws: TelemetryError.self) { try Telemetry(sinks: sinks) }
        #expect(error?.description == message)
    }

    @Test("A sink that reads from a relaying sink is refused")
    func earlyWriters() throws {
        let forwarding = try ForwardingSink(Self.records)
        let deferred = try DeferredSink(name: "records")
        for writer in [forwarding, deferred, FilterSink(forwarding, passing: "everything") { _ in true }]
            as [any TelemetrySink]
        {
            #expect(throws: TelemetryError.writerReturnsEarly(reader: "achievements", writer: "records")) {
                try Telemetry(sinks: [writer, Self.achievements])
            }
        }
    }

    @Test(
        "Options out of range are refused",
        arguments: [
            (
                DeliveryOptions(capacity: 0),
                TelemetryError.invalid(option: "the capacity", value: "0", expected: "at least 1")
            ),
            (DeliveryOptions(backlog: -1), .invalid(option: "the backlog", value: "-1", expected: "at least 1")),
            (
                DeliveryOptions(patience: .seconds(-1)),
                .invalid(option: "the patience", value: "-1.0 seconds", expected: "a positive duration")
            ),
        ]
    )
    func options(options: DeliveryOptions, error: TelemetryError) {
        #expect(throws: error) { try Telemetry(sinks: [], options: options) }
        #expect(throws: error) { try DeferredSink(options: options) }
    }

    @Test(
        "A message has a subject, a value and a remedy",
        arguments: [
            (
                TelemetryError.alreadyBound("deferred"),
                "Telemetry: 'deferred' already has its downstream sinks. Call setDownstream once."
            ),
            (
                .writerReturnsEarly(reader: "a", writer: "b"),
                "Telemetry: 'a' reads from 'b', which returns before its events are processed. "
                    + "Put both behind one DeferredSink or ForwardingSink."
            ),
            (
                .setAside(file: "a", to: "b"),
                "Telemetry: 'a' could not be decoded. It was renamed to 'b', and a new file begins. "
                    + "Check whether another program writes to it."
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
