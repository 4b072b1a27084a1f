import Foundation

// A process of their own for what would leave traces in the memory of this one.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "write-prefixes" {
    try ProtectionBenchmarks.writePrefixes(to: CommandLine.arguments[2])
    exit(0)
}
#if os(Linux)
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "serve" {
    AnswerServer.serve(delayMilliseconds: Int(CommandLine.arguments[2]) ?? 0)
}
#endif
let baseline = Baseline().nanosecondsPerUpdate()
Figure(name: "baseline", value: baseline, unit: "ns").printLine()

let fires = FireBenchmarks(baseline: baseline)
let protection = ProtectionBenchmarks(baseline: baseline)
let wideEvents = WideEventBenchmarks(baseline: baseline)
let telemetry = TelemetryBenchmarks(baseline: baseline)
let second = SecondThread()
var groups: [(name: String, run: () async throws -> Void)] = [
    ("mapping", { fires.eventMapping() }),
    ("burst", { await fires.burst() }),
    ("suppressed", { await fires.suppressed() }),
    ("saturated", { await fires.saturated() }),
    (
        "wide-event",
        {
            await wideEvents.caller()
            try await wideEvents.durable()
            wideEvents.check()
        }
    ),
    (
        "telemetry",
        {
            await telemetry.bursts()
            await telemetry.saturated()
        }
    ),
    ("checks", { DefinitionBenchmarks().checks() }),
    ("validation", { DefinitionBenchmarks().validation() }),
    ("judging", { try await protection.judging() }),
    ("filters", { try await protection.filters() }),
    ("start-up", { try protection.startUp() }),
    ("rows", { try await StorageBenchmarks().rows() }),
    ("backlog", { try await StorageBenchmarks().backlog() }),
    ("opening", { try await StorageBenchmarks().opened() }),
]
#if os(Linux)
groups += [
    ("http", { try await NetworkingBenchmarks().throughput() }),
    ("http-latency", { try await NetworkingBenchmarks().latency() }),
    ("http-waiting", { try await NetworkingBenchmarks().waiting() }),
]
#endif
// With arguments, only the groups that they name.
let wanted = CommandLine.arguments.dropFirst()
for group in groups where wanted.isEmpty || wanted.contains(group.name) { try await group.run() }
