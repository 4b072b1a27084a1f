// Usage: TelemetryCrashHelper <folder> run|finish, or TelemetryCrashHelper log
// `run` counts events and reports milestones until the process is killed. `finish` reports the remaining milestones and
// exits. `log` writes one line with a log sink without an output and exits.
import Foundation
import Telemetry

if CommandLine.arguments[1] == "log" {
    try LogSink().receive(TelemetryEvent("written", level: .error))
    exit(0)
}

let folder = URL(filePath: CommandLine.arguments[1])
let isFinishing = CommandLine.arguments[2] == "finish"
let progress = Progress()

/// The last sink. It prints that the others have finished an event.
struct LastSink: TelemetrySink {
    let name = "last"
    let progress: Progress
    func receive(_ event: TelemetryEvent) { progress.pass() }
}

let records = RecordSink(
    counting: ["site.blocked": "blocked"],
    in: SteppingStore(base: JSONFile(at: folder.appending(path: "counts.json")), progress: progress)
)
let achievements = AchievementSink(
    milestones: (1...2_000).map { Milestone("m\($0 * 3)", record: "blocked", count: $0 * 3) },
    records: records,
    store: SteppingStore(base: JSONFile(at: folder.appending(path: "notes.json")), progress: progress),
    service: JournalTerminal(
        at: folder.appending(path: "journal.txt"),
        isReliable: isFinishing,
        progress: progress
    ),
    retryInterval: .zero
)
let telemetry = try Telemetry(sinks: [records, achievements, LastSink(progress: progress)])

if isFinishing {
    let report = await telemetry.flush(timeout: .seconds(60))
    exit(report.isComplete ? 0 : 1)
}
while true {
    telemetry.observe(TelemetryEvent("site.blocked"))
    _ = await telemetry.flush(timeout: .seconds(60))
}
