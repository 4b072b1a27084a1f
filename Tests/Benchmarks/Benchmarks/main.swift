let baseline = Baseline().nanosecondsPerUpdate()
Figure(name: "baseline", value: baseline, unit: "ns").printLine()

let fires = FireBenchmarks(baseline: baseline)
let wideEvents = WideEventBenchmarks(baseline: baseline)
let telemetry = TelemetryBenchmarks(baseline: baseline)
let second = SecondThread()
let groups: [(name: String, run: () async throws -> Void)] = [
    ("mapping", { fires.eventMapping() }),
    ("burst", { await fires.burst() }),
    ("suppressed", { await fires.suppressed() }),
    ("saturated", { await fires.saturated() }),
    (
        "wide-event",
        {
            await wideEvents.caller()
            await wideEvents.durable()
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
    ("storage", { try await storageBenchmarks() }),
]
// With arguments, only the groups that they name.
let wanted = CommandLine.arguments.dropFirst()
for group in groups where wanted.isEmpty || wanted.contains(group.name) { try await group.run() }
