import Foundation
import Networking
import Primitives
import Telemetry
import TelemetryExport
import Testing

/// A collector that records the requests and answers by a script.
final class Collector: Sendable {
    typealias Outcome = Result<HTTPAnswer, HTTPFailure>

    private struct State: Sendable {
        var requests: [HTTPRequest] = []
        var outcomes: [Outcome]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Locked<State>

    /// Creates a collector. After the script it accepts every request.
    init(_ outcomes: [Outcome] = []) { state = Locked(State(outcomes: outcomes)) }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The names of the events of each request.
    var batches: [[String]] {
        requests.map { request in
            let export = try? JSONDecoder().decode(Export.self, from: request.body ?? Data())
            return export?.resourceLogs.flatMap(\.scopeLogs).flatMap(\.logRecords).map(\.eventName) ?? []
        }
    }

    func answer(_ request: HTTPRequest) -> Outcome {
        let (outcome, reached) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (state.outcomes.isEmpty ? .status(200) : state.outcomes.removeFirst(), reached)
        }
        for continuation in reached { continuation.resume() }
        return outcome
    }

    func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.requests.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Returns a sink that sends to this collector, with a back-off without randomness.
    func sink(_ options: OTLPOptions) throws -> OTLPSink {
        try OTLPSink(
            endpoint: try Self.endpoint(), resource: OTLPResource(serviceName: "app", serviceVersion: "1"),
            options: options,
            random: { 0 }, send: { self.answer($0) })
    }

    private static func endpoint() throws -> URL { try #require(URL(string: "http://collector.test:4318/base/")) }

    private struct Export: Decodable {
        struct ResourceLogs: Decodable { let scopeLogs: [ScopeLogs] }
        struct ScopeLogs: Decodable { let logRecords: [LogRecord] }
        struct LogRecord: Decodable { let eventName: String }

        let resourceLogs: [ResourceLogs]
    }
}

extension Result<HTTPAnswer, HTTPFailure> {
    static func status(_ status: Int, retryAfter: String? = nil, body: String = "") -> Self {
        .success(HTTPAnswer(status: status, retryAfter: retryAfter, body: Data(body.utf8)))
    }
}

func events(_ range: Range<Int>) -> [TelemetryEvent] { range.map { TelemetryEvent("\($0)") } }

func names(_ range: Range<Int>) -> [String] { range.map { "\($0)" } }
