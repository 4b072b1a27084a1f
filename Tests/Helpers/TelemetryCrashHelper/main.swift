// Counts events and reports milestones until it is killed; with `finish`, it reports what is left and ends by itself.
// Usage: TelemetryCrashHelper <folder> run|finish
import Foundation
import Telemetry

let folder = URL(filePath: CommandLine.arguments[1])
let isFinishing = CommandLine.arguments[2] == "finish"
let progress = Progress()

/// The last sink: it tells that the others have done with an event.
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
    noting: SteppingStore(base: JSONFile(at: folder.appending(path: "notes.json")), progress: progress),
    terminal: JournalTerminal(
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
