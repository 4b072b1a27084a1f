import Foundation
import Telemetry

/// Counts events and reports milestones until it is killed. With `finish`, it reports the rest and ends by itself.
///
/// With `log`, it writes one line with a log sink that has no output, and ends.
enum TelemetryProbe {
    static func run(_ arguments: [String]) async throws {
        if arguments == ["log"] { return try LogSink().receive(TelemetryEvent("written", level: .error)) }
        guard arguments.count == 2 else { misused() }
        let isFinishing = arguments[0] == "finish"
        let telemetry = try makeTelemetry(in: URL(filePath: arguments[1]), isFinishing: isFinishing)
        if isFinishing {
            let report = await telemetry.flush(timeout: .seconds(60))
            exit(report.isComplete ? 0 : 1)
        }
        while true {
            telemetry.observe(TelemetryEvent("site.blocked"))
            _ = await telemetry.flush(timeout: .seconds(60))
        }
    }

    private static func makeTelemetry(in folder: URL, isFinishing: Bool) throws -> Telemetry {
        let progress = Progress()
        let records = RecordSink(
            counting: ["site.blocked": "blocked"],
            in: SteppingStore(base: JSONFile(at: folder.appending(path: "counts.json")), progress: progress))
        let achievements = AchievementSink(
            milestones: (1...2_000).map { Milestone("m\($0 * 3)", record: "blocked", count: $0 * 3) },
            records: records,
            store: SteppingStore(base: JSONFile(at: folder.appending(path: "notes.json")), progress: progress),
            service: JournalService(
                at: folder.appending(path: "journal.txt"), isReliable: isFinishing, progress: progress),
            retryInterval: .zero)
        return try Telemetry(sinks: [records, achievements, LastSink(progress: progress)])
    }
}

/// Reports the progress of this process to its parent, one byte a step, so that the parent can kill it at any step.
private struct Progress: Sendable {
    /// Reports that something is about to happen, or has happened.
    func step() { write("s") }

    /// Reports that all sinks have received an event.
    func pass() { write("p") }

    private func write(_ letter: String) { _ = letter.withCString { Foundation.write(1, $0, 1) } }
}

/// Reports that the sinks before it have received an event.
private struct LastSink: TelemetrySink {
    let name = "last"
    let progress: Progress
    func receive(_ event: TelemetryEvent) { progress.pass() }
}

/// A store that reports its progress before and after it writes.
private struct SteppingStore<Value: Sendable>: ValueStore {
    let base: any ValueStore<Value>
    let progress: Progress

    func load() throws -> Value? {
        progress.step()
        return try base.load()
    }

    func update(_ change: (Value?) -> Value) throws -> Value {
        progress.step()
        let value = try base.update { value in
            progress.step()
            return change(value)
        }
        progress.step()
        return value
    }

    func save(_ value: Value) throws {
        progress.step()
        try base.save(value)
        progress.step()
    }
}

/// A service that writes every report and every confirmation to a journal at once.
private actor JournalService: AchievementReporting {
    private let journal: Int32
    private let url: URL
    private let isReliable: Bool
    private let progress: Progress

    init(at url: URL, isReliable: Bool, progress: Progress) {
        self.url = url
        self.isReliable = isReliable
        self.progress = progress
        journal = open(url.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }

    func confirmed() throws -> Set<String> {
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { $0.hasPrefix("confirmed ") }.map { String($0.dropFirst(10)) })
    }

    /// Reports a milestone. An unreliable service refuses one report in five and loses one answer in five.
    func report(_ milestone: Milestone) throws {
        let lot = isReliable ? 4 : Int.random(in: 0..<5)
        note("reported \(milestone.id)")
        if lot == 0 { throw CancellationError() }
        note("confirmed \(milestone.id)")
        if lot == 1 { throw CancellationError() }
    }

    private func note(_ line: String) {
        progress.step()
        _ = (line + "\n").withCString { write(journal, $0, strlen($0)) }
        progress.step()
    }
}
