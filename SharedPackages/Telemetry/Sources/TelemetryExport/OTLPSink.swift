public import Foundation
package import Networking
import Primitives
public import Telemetry

/// A sink that exports events to an OpenTelemetry collector, as logs by OTLP/HTTP with JSON.
///
/// ```swift
/// import Foundation
/// import Telemetry
/// import TelemetryExport
///
/// func makeTelemetry(collector: URL) throws -> Telemetry {
///     let export = try OTLPSink(
///         endpoint: collector,  // Such as http://localhost:4318. Requests are sent to its path /v1/logs.
///         resource: OTLPResource(serviceName: "browser", serviceVersion: "1.2"))
///     return try Telemetry(sinks: [LogSink(), export])
/// }
/// ```
///
/// An event becomes a log record with an `eventName`. Its category becomes the scope, and its public attributes become
/// attributes. Private and sensitive attributes are not exported.
///
/// `receive(_:)` returns at once. Events are sent in batches. A batch is sent again after a failed connection and after the
/// statuses 429, 502, 503 and 504, with exponential back-off or after the time that `Retry-After` asks for. Events that
/// cannot be exported are counted in ``counts``, and the next event's `receive(_:)` throws the reason.
public actor OTLPSink: TelemetrySink {
    /// A pause of the exporter.
    private struct Pause {
        enum Reason { case incompleteBatch, backoff, retryAfter }

        let reason: Reason
        let end: Deadline
        /// Ends the pause.
        let wake: AsyncStream<Void>.Continuation
    }

    private enum Verdict {
        case exported(rejectedRecords: Int)
        case refused(OTLPError)
        /// `nil` if the server did not ask for a delay.
        case retry(after: Duration?)
    }

    /// A server cannot ask for a longer pause than a day.
    private static let longestRetryAfter = Duration.seconds(86_400)

    /// The sink's name.
    public nonisolated let name: String
    /// The address and the capacity.
    public nonisolated let settings: String
    private let url: String
    private let resource: OTLPResource
    private let options: OTLPOptions
    private let send: @Sendable (HTTPRequest) async -> Result<HTTPAnswer, HTTPFailure>
    private let random: @Sendable () -> Double
    private let backoff = Backoff(base: .seconds(1), longest: .seconds(60), isRandom: true)
    private nonisolated let countsNow = Locked(OTLPCounts())

    private var queue: [ObservedEvent] = []
    private var exporter: Task<Void, Never>?
    private var pause: Pause?
    private var flushes: [UUID: (deadline: Deadline, end: AsyncStream<Void>.Continuation)] = [:]
    /// The reason of the last loss, for the next `receive(_:)` to throw.
    private var loss: OTLPError?

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - endpoint: The address of the collector, without `/v1/logs`.
    ///   - resource: The origin of the events.
    ///   - options: The limits.
    /// - Throws: `TelemetryError.invalid` if an option is out of its range, or the endpoint is not an HTTP address.
    public init(
        name: String = "otlp", endpoint: URL, resource: OTLPResource, options: OTLPOptions = OTLPOptions()
    ) throws(TelemetryError) {
        let client = HTTPClient(userAgent: "OTLP-Exporter-Swift", clock: options.time.clock)
        try self.init(name: name, endpoint: endpoint, resource: resource, options: options) { request in
            do { return .success(try await client.send(request)) } catch { return .failure(error) }
        }
    }

    /// Creates a sink that sends its requests by `send`.
    package init(
        name: String = "otlp", endpoint: URL, resource: OTLPResource, options: OTLPOptions,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        send: @escaping @Sendable (HTTPRequest) async -> Result<HTTPAnswer, HTTPFailure>
    ) throws(TelemetryError) {
        try options.validate()
        guard ["http", "https"].contains(endpoint.scheme?.lowercased()), endpoint.host() != nil else {
            throw .invalid(
                option: "the endpoint of '\(name)'", value: "\(endpoint)",
                expected: "an address such as http://localhost:4318")
        }
        self.name = name
        url = endpoint.appending(path: "v1/logs").absoluteString
        settings = "exports to \(url), up to \(options.capacity) events wait"
        self.resource = resource
        self.options = options
        self.random = random
        self.send = send
    }

    /// The counts of all events until now.
    public nonisolated var counts: OTLPCounts { countsNow.withLock { $0 } }

    /// Queues the event and returns.
    ///
    /// - Throws: `OTLPError.queueFull` if the event was dropped. Any other `OTLPError` is about earlier events.
    public func receive(_ event: TelemetryEvent) throws {
        let isFull = countsNow.withLock { counts in
            counts.received += 1
            let isFull = counts.waiting >= options.capacity
            if isFull { counts.dropped += 1 } else { counts.waiting += 1 }
            return isFull
        }
        if isFull { throw OTLPError.queueFull(capacity: options.capacity) }
        queue.append(ObservedEvent(event: event, date: options.time.now()))
        if exporter == nil {
            exporter = Task { await export() }
        } else if queue.count >= options.batchSize, pause?.reason == .incompleteBatch {
            pause?.wake.finish()
        }
        if let loss {
            self.loss = nil
            throw loss
        }
    }

    /// Sends the waiting events at once and waits for the server's answers.
    ///
    /// A flush shortens the pause of the back-off, and not the pause that a server asked for. It returns before `deadline`
    /// if the next attempt is later.
    public func flush(until deadline: Deadline) async {
        guard exporter != nil else { return }
        if let pause, pause.reason == .retryAfter, pause.end.remaining > deadline.remaining { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let id = UUID()
        flushes[id] = (deadline, end)
        if let pause, pause.reason != .retryAfter { pause.wake.finish() }
        _ = await valueOrNil(before: { try await deadline.wait() }) {
            for await _ in ends {}
        }
        flushes[id] = nil
    }

    // MARK: Exporter

    /// Sends batches until the queue is empty.
    private func export() async {
        while !queue.isEmpty {
            if queue.count < options.batchSize, flushes.isEmpty { await wait(options.delay, .incompleteBatch) }
            let batch = Array(queue.prefix(options.batchSize))
            queue.removeFirst(batch.count)
            await export(batch)
        }
        exporter = nil
        endFlushes { _ in true }
    }

    private func export(_ batch: [ObservedEvent]) async {
        let request = HTTPRequest(
            .post, url,
            headers: options.headers.sorted { $0.key < $1.key }.map { HTTPRequest.Header($0.key, $0.value) }
                + [HTTPRequest.Header("Content-Type", "application/json")],
            body: OTLPRequest(batch, resource: resource).json, timeout: options.timeout,
            answerBody: .kept(limit: 64 << 10))
        for failures in 0..<options.attempts {
            switch verdict(await send(request)) {
            case .exported(let rejectedRecords):
                let rejected = min(rejectedRecords, batch.count)
                return finish(batch, rejected: rejected, loss: rejected > 0 ? .rejected(count: rejected) : nil)
            case .refused(let reason):
                return finish(batch, dropped: batch.count, loss: reason)
            case .retry(let asked):
                let delay = backoff.delay(failures: failures, random: random())
                if failures + 1 < options.attempts {
                    await wait(max(delay, asked ?? .zero), asked == nil ? .backoff : .retryAfter)
                }
            }
        }
        finish(batch, dropped: batch.count, loss: .unreachable(attempts: options.attempts))
    }

    private func finish(_ batch: [ObservedEvent], rejected: Int = 0, dropped: Int = 0, loss: OTLPError?) {
        countsNow.withLock { counts in
            counts.waiting -= batch.count
            counts.rejected += rejected
            counts.dropped += dropped
            counts.exported += batch.count - rejected - dropped
        }
        if let loss { self.loss = loss }
    }

    /// The table of the OTLP specification, "OTLP/HTTP Response".
    private func verdict(_ result: Result<HTTPAnswer, HTTPFailure>) -> Verdict {
        switch result {
        case .success(let answer):
            switch answer.status {
            case 200...299: return .exported(rejectedRecords: PartialSuccess.rejectedRecords(answer.body))
            case 429, 502, 503, 504:
                let asked = answer.retryAfter.flatMap { RetryAfter.delay($0, now: options.time.now()) }
                return .retry(after: asked.map { min($0, Self.longestRetryAfter) })
            default: return .refused(.refused(status: answer.status))
            }
        case .failure(.invalidURL), .failure(.answerTooLong): return .refused(.refused(status: 0))
        case .failure: return .retry(after: nil)
        }
    }

    private func wait(_ duration: Duration, _ reason: Pause.Reason) async {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
        let end = Deadline(after: duration, clock: options.time.clock)
        pause = Pause(reason: reason, end: end, wake: wake)
        if reason != .incompleteBatch { endFlushes { $0.remaining < duration } }
        _ = await valueOrNil(before: { try await end.wait() }) {
            for await _ in wakes {}
        }
        pause = nil
    }

    private func endFlushes(where isOver: (Deadline) -> Bool) {
        for flush in flushes.values where isOver(flush.deadline) { flush.end.finish() }
    }
}

/// The part of a server's answer that reports rejected records.
private struct PartialSuccess: Decodable {
    private struct Answer: Decodable { let partialSuccess: PartialSuccess? }

    private let rejectedLogRecords: Int

    private enum CodingKeys: String, CodingKey { case rejectedLogRecords }

    /// A 64-bit integer is a string in this format. Servers also send numbers.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try? container.decode(String.self, forKey: .rejectedLogRecords)
        rejectedLogRecords =
            try text.flatMap { Int($0) } ?? container.decodeIfPresent(Int.self, forKey: .rejectedLogRecords) ?? 0
    }

    /// Returns the number of rejected records. Zero for an answer in another format, such as an empty one.
    static func rejectedRecords(_ body: Data) -> Int {
        max(0, (try? JSONDecoder().decode(Answer.self, from: body))?.partialSuccess?.rejectedLogRecords ?? 0)
    }
}
