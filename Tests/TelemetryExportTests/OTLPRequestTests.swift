#if !os(iOS)
import Foundation
import Primitives
import Telemetry
import TelemetryTesting
import TestSupport
import Testing

@testable import TelemetryExport

@Suite(.timeLimit(.minutes(2))) struct OTLPRequestTests {
    private static let date = Date(timeIntervalSince1970: 1_767_225_600.25)
    private static let posix = NSError(domain: NSPOSIXErrorDomain, code: 28)
    private static let event = TelemetryEvent(
        "site.blocked", category: "protection", level: .notice,
        attributes: [
            "kind": "phishing", "hits": .int(.max), "ratio": 0.5, "main": true, "took": .duration(.milliseconds(1_500)),
            "host": .string("evil.example"), "token": .string("x", privacy: .sensitive),
        ],
        error: NSError(domain: "Store", code: 3, userInfo: [NSUnderlyingErrorKey: posix])
    ).at(date).inFlow("f-1")

    private static func json(_ events: [TelemetryEvent]) -> String {
        let resource = OTLPResource(
            serviceName: "browser", serviceVersion: "1.2", attributes: ["deployment.environment.name": "test"])
        let observed = events.map { ObservedEvent(event: $0, date: date + 1) }
        return String(decoding: OTLPRequest(observed, resource: resource).json, as: UTF8.self)
    }

    @Test("An export has the field names, types and numbers of the specification, and no private attributes")
    func json() {
        #expect(
            Self.json([Self.event]) == """
                {"resourceLogs":[{"resource":{"attributes":[\
                {"key":"deployment.environment.name","value":{"stringValue":"test"}},\
                {"key":"service.name","value":{"stringValue":"browser"}},\
                {"key":"service.version","value":{"stringValue":"1.2"}}]},\
                "scopeLogs":[{"logRecords":[{"attributes":[\
                {"key":"error.chain","value":{"stringValue":"Store(3) < NSPOSIXErrorDomain(28)"}},\
                {"key":"error.type","value":{"stringValue":"Store(3)"}},\
                {"key":"flow.id","value":{"stringValue":"f-1"}},\
                {"key":"hits","value":{"intValue":"9223372036854775807"}},\
                {"key":"kind","value":{"stringValue":"phishing"}},{"key":"main","value":{"boolValue":true}},\
                {"key":"ratio","value":{"doubleValue":0.5}},{"key":"took","value":{"doubleValue":1.5}}],\
                "eventName":"site.blocked","observedTimeUnixNano":"1767225601250000000","severityNumber":10,\
                "severityText":"notice","timeUnixNano":"1767225600250000000"}],"scope":{"name":"protection"}}]}]}
                """)
    }

    @Test("Events are grouped by category in their order")
    func scopes() throws {
        let events = [("1", "b"), ("2", "a"), ("3", "b")].map { TelemetryEvent($0.0, category: $0.1) }
        let resource = OTLPResource(serviceName: "app")
        let request = OTLPRequest(events.map { ObservedEvent(event: $0, date: Self.date) }, resource: resource)
        let scopes = try #require(request.resourceLogs.first).scopeLogs
        #expect(scopes.map(\.scope.name) == ["a", "b"])
        #expect(scopes.map { $0.logRecords.map(\.eventName) } == [["2"], ["1", "3"]])
    }

    @Test(
        "A timestamp outside the range of the format is moved into it",
        arguments: [(Date.distantPast, "0"), (.distantFuture, "10000000000000000000")])
    func timestamps(date: Date, expected: String) {
        #expect(Self.json([TelemetryEvent("a").at(date)]).contains(#""timeUnixNano":"\#(expected)""#))
    }

    @Test(
        "The definitions of OpenTelemetry parse an export, and return its values",
        .enabled(if: Oracle.isAvailable, "opentelemetry-proto is not installed"))
    func oracle() async throws {
        let levels = TelemetryEvent.Level.allCases.map { TelemetryEvent("\($0)", level: $0) }
        let numbers = TelemetryEvent("n", attributes: ["nan": .double(.nan), "inf": .double(-.infinity)])
        let hostile = "a\n\"b\"\u{1B}\u{2028}\u{0}é👩‍👧"
        let texts = TelemetryEvent(hostile, attributes: [hostile: .string(hostile, privacy: .public)])
        let records = try await Oracle.records(of: Self.json([Self.event, numbers, texts] + levels))
        #expect(
            records
                == [
                    "site.blocked SEVERITY_NUMBER_INFO2 1767225600250000000 error.chain=Store(3) < NSPOSIXErrorDomain(28) "
                        + "error.type=Store(3) flow.id=f-1 hits=9223372036854775807 kind=phishing main=True ratio=0.5 took=1.5",
                    "n SEVERITY_NUMBER_INFO 0 inf=-inf nan=nan",
                    "\(hostile) SEVERITY_NUMBER_INFO 0 \(hostile)=\(hostile)",
                    "debug SEVERITY_NUMBER_DEBUG 0 ", "info SEVERITY_NUMBER_INFO 0 ", "notice SEVERITY_NUMBER_INFO2 0 ",
                    "error SEVERITY_NUMBER_ERROR 0 ", "fault SEVERITY_NUMBER_FATAL 0 ",
                ].sorted())
    }

    @Test(
        "The definitions of OpenTelemetry refuse another field name",
        .enabled(if: Oracle.isAvailable, "opentelemetry-proto is not installed"))
    func oracleRefuses() async throws {
        let json = Self.json([Self.event]).replacing("eventName", with: "event_Name")
        await #expect(throws: Oracle.Refusal.self) { try await Oracle.records(of: json) }
    }
}

/// The Python package `opentelemetry-proto`.
private enum Oracle {
    struct Refusal: Error { let output: String }

    private static let python = ProcessInfo.processInfo.environment["OTLP_PYTHON"] ?? "python3"
    private static let module = "opentelemetry.proto.collector.logs.v1.logs_service_pb2"

    static var isAvailable: Bool {
        get async {
            let command = Command([python, "-c", "import \(module)"], in: Repository.root)
            return (try? await command.run().status) == 0
        }
    }

    /// Parses an export and returns a line for each record, sorted.
    static func records(of json: String) async throws -> [String] {
        let script = """
            import json, sys
            from google.protobuf import json_format
            from \(module) import ExportLogsServiceRequest
            from opentelemetry.proto.logs.v1.logs_pb2 import SeverityNumber
            request = json_format.Parse(open(sys.argv[1]).read(), ExportLogsServiceRequest())
            records = [r for logs in request.resource_logs for s in logs.scope_logs for r in s.log_records]
            def text(record):
                values = [f"{a.key}={getattr(a.value, a.value.WhichOneof('value'))}" for a in record.attributes]
                name = SeverityNumber.Name(record.severity_number)
                return f"{record.event_name} {name} {record.time_unix_nano} {' '.join(values)}"
            print(json.dumps(sorted(text(r) for r in records)))
            """
        return try await TemporaryFolder.with { folder in
            let file = try folder.write(json, to: "export.json")
            let outcome = try await Command([python, "-c", script, file.path()], in: folder.url).run()
            guard outcome.status == 0 else { throw Refusal(output: outcome.output) }
            return try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8)).sorted()
        }
    }
}
#endif
