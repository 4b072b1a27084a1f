import Foundation
import Networking
import Primitives
import Telemetry
import TelemetryExport
import TelemetryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct OTLPSinkTests {
    private let clock = ManualClock()

    private func options(capacity: Int = 2_048, batchSize: Int = 3, attempts: Int = 10) -> OTLPOptions {
        OTLPOptions(capacity: capacity, batchSize: batchSize, attempts: attempts, time: clock.time)
    }

    // MARK: Batches

    @Test("A full batch is sent at once, an incomplete one after the delay, and the order is kept")
    func batches() async throws {
        let collector = Collector()
        let sink = try collector.sink(options())
        for event in events(0..<4) { try await sink.receive(event) }
        await collector.waitForRequests(1)
        await clock.waitForSleepers(1)
        #expect(collector.batches == [names(0..<3)])
        clock.advance(by: .seconds(1))
        await collector.waitForRequests(2)
        #expect(collector.batches == [names(0..<3), names(3..<4)])
    }

    @Test("A flush sends an incomplete batch at once and waits for the answer")
    func flush() async throws {
        let collector = Collector()
        let sink = try collector.sink(options())
        for event in events(0..<5) { try await sink.receive(event) }
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(collector.batches == [names(0..<3), names(3..<5)])
        #expect(sink.counts == OTLPCounts(received: 5, exported: 5))
        await sink.flush(until: Deadline(after: .zero, clock: clock))
    }

    @Test("Events beyond the capacity are dropped and counted, and the facade counts the error")
    func capacity() async throws {
        let collector = Collector()
        let sink = try collector.sink(options(capacity: 4, batchSize: 10))
        let telemetry = try Telemetry(sinks: [sink], options: DeliveryOptions(time: clock.time))
        for event in events(0..<6) { telemetry.observe(event) }
        let report = await telemetry.flush(timeout: .seconds(60))
        #expect(report.status.sinks.map(\.failed) == [2])
        #expect(collector.batches.flatMap(\.self) == names(0..<4))
        #expect(sink.counts == OTLPCounts(received: 6, exported: 4, dropped: 2))
    }

    // MARK: Answers

    @Test(
        "A status that allows a repetition is sent again with the same bytes, any other status is not",
        arguments: [
            (200, true, true), (204, true, true), (299, true, true), (429, true, false), (502, true, false),
            (503, true, false), (504, true, false), (301, false, true), (400, false, true), (401, false, true),
            (408, false, true), (413, false, true), (500, false, true), (501, false, true),
        ])
    func statuses(status: Int, isExported: Bool, isFinal: Bool) async throws {
        let collector = Collector([.status(status)])
        let sink = try collector.sink(options(batchSize: 1))
        try await sink.receive(TelemetryEvent("a"))
        await collector.waitForRequests(1)
        if !isFinal {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(1))
        }
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(collector.batches == Array(repeating: ["a"], count: isFinal ? 1 : 2))
        #expect(Set(collector.requests.map(\.body)).count == 1)
        let counts = OTLPCounts(received: 1, exported: isExported ? 1 : 0, dropped: isExported ? 0 : 1)
        #expect(sink.counts == counts)
    }

    @Test(
        "A request without an answer is sent again",
        arguments: [HTTPFailure.unreachable, .timedOut, .interrupted, .untrusted])
    func noAnswer(failure: HTTPFailure) async throws {
        let collector = Collector([.failure(failure)])
        let sink = try collector.sink(options(batchSize: 1))
        try await sink.receive(TelemetryEvent("a"))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await collector.waitForRequests(2)
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(sink.counts == OTLPCounts(received: 1, exported: 1))
    }

    @Test(
        "The pause is the time of Retry-After if that is longer than the back-off",
        arguments: [("7", 7), ("Thu, 01 Jan 2026 00:00:30 GMT", 30), ("0", 1), ("soon", 1), (nil, 1)]
            as [(String?, Int)]
    )
    func retryAfter(header: String?, seconds: Int) async throws {
        let collector = Collector([.status(503, retryAfter: header)])
        let sink = try collector.sink(options(batchSize: 1))
        try await sink.receive(TelemetryEvent("a"))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(collector.requests.count == 1)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(1))
        await collector.waitForRequests(2)
    }

    @Test("A flush shortens the pause of the back-off")
    func flushDuringBackoff() async throws {
        let collector = Collector([.failure(.unreachable)])
        let sink = try collector.sink(options(batchSize: 1))
        try await sink.receive(TelemetryEvent("a"))
        await clock.waitForSleepers(1)
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(sink.counts == OTLPCounts(received: 1, exported: 1))
    }

    @Test("A flush does not shorten a pause that the server asked for, and returns at once if it is too long")
    func flushDuringRetryAfter() async throws {
        let collector = Collector([.status(429, retryAfter: "60")])
        let sink = try collector.sink(options(batchSize: 1))
        try await sink.receive(TelemetryEvent("a"))
        await clock.waitForSleepers(1)
        await sink.flush(until: Deadline(after: .seconds(59), clock: clock))
        #expect(collector.requests.count == 1)
        async let flush: Void = sink.flush(until: Deadline(after: .seconds(61), clock: clock))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(60))
        await flush
        #expect(sink.counts == OTLPCounts(received: 1, exported: 1))
    }

    @Test("A flush ends when the next attempt is after its deadline")
    func flushOnTime() async throws {
        let collector = Collector([.failure(.unreachable), .status(503, retryAfter: "9")])
        let sink = try collector.sink(options(batchSize: 1))
        try await sink.receive(TelemetryEvent("a"))
        await clock.waitForSleepers(1)
        await sink.flush(until: Deadline(after: .seconds(5), clock: clock))
        #expect(collector.requests.count == 2)
        #expect(sink.counts == OTLPCounts(received: 1, waiting: 1))
    }

    @Test("After the last attempt a batch is dropped, the next event throws the reason, and the next batch is sent")
    func attempts() async throws {
        let collector = Collector([.failure(.unreachable), .failure(.timedOut)])
        let sink = try collector.sink(options(batchSize: 1, attempts: 2))
        try await sink.receive(TelemetryEvent("a"))
        await clock.waitForSleepers(1)
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(sink.counts == OTLPCounts(received: 1, dropped: 1))
        await #expect(throws: OTLPError.unreachable(attempts: 2)) { try await sink.receive(TelemetryEvent("b")) }
        try await sink.receive(TelemetryEvent("c"))
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(sink.counts == OTLPCounts(received: 3, exported: 2, dropped: 1))
    }

    @Test(
        "Records that the server rejects are counted and not sent again",
        arguments: [
            (#"{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}"#, 2),
            (#"{"partialSuccess":{"rejectedLogRecords":1}}"#, 1),
            (#"{"partialSuccess":{"errorMessage":"a warning"}}"#, 0),
            (#"{"partialSuccess":{"rejectedLogRecords":"99"}}"#, 3), (#"{"partialSuccess":{}}"#, 0), ("{}", 0),
            ("", 0), ("<html>", 0),
        ])
    func partialSuccess(body: String, rejected: Int) async throws {
        let collector = Collector([.status(200, body: body)])
        let sink = try collector.sink(options())
        for event in events(0..<3) { try await sink.receive(event) }
        await sink.flush(until: Deadline(after: .seconds(60), clock: clock))
        #expect(collector.requests.count == 1)
        #expect(sink.counts == OTLPCounts(received: 3, exported: 3 - rejected, rejected: rejected))
        if rejected > 0 {
            await #expect(throws: OTLPError.rejected(count: rejected)) { try await sink.receive(TelemetryEvent("b")) }
        }
    }

    // MARK: The rest

    @Test("The sink keeps the contract")
    func contract() async throws {
        let collector = Collector()
        try await SinkContract { try collector.sink(OTLPOptions()) }.verify()
    }

    @Test(
        "Options out of range and an endpoint that is no HTTP address are refused",
        arguments: [
            ("http://a", OTLPOptions(capacity: 0), "the capacity of the export is 0. Use at least 1."),
            ("http://a", OTLPOptions(batchSize: 0), "the batch size of the export is 0. Use at least 1."),
            ("http://a", OTLPOptions(attempts: -1), "the number of attempts of the export is -1. Use at least 1."),
            ("http://a", OTLPOptions(delay: .zero), "the delay of the export is 0.0 seconds. Use a positive duration."),
            (
                "http://a", OTLPOptions(timeout: .zero),
                "the timeout of the export is 0.0 seconds. Use a positive duration."
            ),
            (
                "file:///a", OTLPOptions(),
                "the endpoint of 'otlp' is file:///a. Use an address such as http://localhost:4318."
            ),
        ])
    func invalid(endpoint: String, options: OTLPOptions, message: String) throws {
        let url = try #require(URL(string: endpoint))
        let error = #expect(throws: TelemetryError.self) {
            try OTLPSink(endpoint: url, resource: OTLPResource(serviceName: "app"), options: options)
        }
        #expect(error?.description == "Telemetry: \(message)")
    }

    #if !os(iOS)
    @Test("A request reaches the path /v1/logs of a collector with its headers")
    func live() async throws {
        let server = try RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        let sink = try OTLPSink(
            endpoint: try #require(URL(string: server.url)), resource: OTLPResource(serviceName: "app"),
            options: OTLPOptions(headers: ["X-Key": "secret"]))
        try await sink.receive(TelemetryEvent("a"))
        await sink.flush(until: Deadline(after: .seconds(60)))
        #expect(sink.counts == OTLPCounts(received: 1, exported: 1))
        let head = try #require(server.heads.first).lowercased()
        #expect(head.hasPrefix("post /v1/logs http/1.1\r\n"))
        #expect(head.contains("content-type: application/json\r\n") && head.contains("x-key: secret\r\n"))
    }
    #endif
}
