import Foundation
import Primitives

/// The records of everything that arrives, the connected apps, and the changes that clients follow.
final class Inspector: Sendable {
    /// A report of an app's inspector sink.
    private struct Report: Decodable {
        struct App: Decodable {
            let id: String
        }

        struct Event: Decodable {
            let name: String
            let time: Date?
            var category: String?
            var level: String?
            var attributes: [String: String]?
            var error: String?
        }

        let app: App
        var events: [Event]?
    }

    private struct State {
        /// The newest report about each app, without its events, as a JSON object.
        var apps: [(id: String, json: String)] = []
        var revision = 0
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastFollower = 0
        var isFinished = false
    }

    /// The number of apps whose state is kept.
    private static let appLimit = 50
    /// The events of an app that describe a pixel which was not sent.
    private static let notSent: Set = ["pixels.suppressed", "pixels.dropped", "pixels.rejected"]

    let records: RecordStore
    let definitions: Definitions?
    private let state = Locked(State())
    private let now: @Sendable () -> Date

    init(records: RecordStore, definitions: Definitions?, now: @escaping @Sendable () -> Date = { Date() }) {
        self.records = records
        self.definitions = definitions
        self.now = now
    }

    // MARK: Adding

    /// Adds the record of a collected request.
    func add(_ request: CollectedRequest) {
        if request.path == "/e" { addWideEvent(request) } else { addPixel(request) }
        notify()
    }

    private func addPixel(_ request: CollectedRequest) {
        let path = request.path.dropFirst("/t/".count)
        let name = path.removingPercentEncoding ?? String(path)
        let judgement = definitions?.judge(pixel: name, query: request.query)
        records.add(
            RecordContent(
                kind: .pixel, time: request.time, name: name,
                parts: NameParts(name, definition: judgement?.definition), definition: judgement?.definition,
                verdict: judgement?.verdict, reasons: judgement?.reasons ?? [],
                parameters: .init(query: request.query), request: .init(request)))
    }

    private func addWideEvent(_ request: CollectedRequest) {
        struct Payload: Decodable {
            struct Meta: Decodable { let type: String }
            let meta: Meta
        }
        let payload = try? JSONDecoder().decode(Payload.self, from: request.body)
        let name = payload?.meta.type ?? "unknown wide event"
        let judgement = definitions?.judge(wideEvent: request.body, named: name)
        records.add(
            RecordContent(
                kind: .wideEvent, time: request.time, name: name, definition: judgement?.definition,
                verdict: judgement?.verdict, reasons: judgement?.reasons ?? [], request: .init(request)))
    }

    /// Adds the events of a report, and stores the state of its app.
    func add(report body: Data) throws(HTTPProblem) {
        let report: Report
        do { report = try Self.decoder.decode(Report.self, from: body) } catch {
            throw HTTPProblem(400, "Cannot read the report: \(describeDecodingFailure(error))")
        }
        for event in report.events ?? [] {
            let pixel = Self.notSent.contains(event.name) ? event.attributes?["pixel"] : nil
            records.add(
                RecordContent(
                    kind: pixel == nil ? .telemetry : .notSent, time: event.time ?? now(), name: pixel ?? event.name,
                    parts: pixel.map { NameParts($0, definition: nil) }, app: report.app.id,
                    event: .init(
                        name: event.name, category: event.category, level: event.level,
                        attributes: event.attributes, error: event.error)))
        }
        keep(report.app.id, body)
        notify()
    }

    private func keep(_ id: String, _ body: Data) {
        guard var object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else { return }
        object["events"] = nil
        object["seen"] = now().formatted(.iso8601)
        guard let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]) else { return }
        let json = String(decoding: data, as: UTF8.self)
        state.withLock { state in
            state.apps.removeAll { $0.id == id }
            state.apps.append((id, json))
            if state.apps.count > Self.appLimit { state.apps.removeFirst() }
            state.revision += 1
        }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        return decoder
    }

    func removeAll() {
        records.removeAll()
        notify()
    }

    // MARK: Following

    /// The states of the apps as a JSON array, the newest report last.
    var apps: String { "[" + state.withLock { $0.apps.map(\.json) }.joined(separator: ",") + "]" }

    /// Increases with every change of the apps.
    var appsRevision: Int { state.withLock { $0.revision } }

    /// Whether the server is stopping.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Returns a stream with an element after each change. Changes in between are joined into one.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (id, isFinished) = state.withLock { state in
            state.lastFollower += 1
            if !state.isFinished { state.followers[state.lastFollower] = continuation }
            return (state.lastFollower, state.isFinished)
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
        if isFinished { continuation.finish() }
        return stream
    }

    /// Wakes everything that follows the changes.
    func notify() {
        for follower in state.withLock({ Array($0.followers.values) }) { follower.yield() }
    }

    /// Ends all streams.
    func finish() {
        let followers = state.withLock { state in
            state.isFinished = true
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}

extension RecordContent.Request {
    fileprivate init(_ request: CollectedRequest) {
        self.init(
            method: request.method, path: request.path, query: request.query,
            body: request.text ?? request.body.base64EncodedString(), status: request.status)
    }
}
