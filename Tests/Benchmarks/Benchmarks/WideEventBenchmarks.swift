import Foundation
import Outbox
import Persistence
import WideEvent

struct JourneyData: WideEventData {
    struct Ext: Encodable {
        let steps: Int
        let plan: String
        let latency: Int?
    }

    static let metadata = WideEventMetadata(name: "journey", version: "1.0.0", details: .ext)
    var globalData = WideEventGlobalData()
    var appData = WideEventAppData()
    var contextData: WideEventContextData? = WideEventContextData(name: "settings")
    var errorData: WideEventErrorData?
    var steps = 0
    var plan = "a name of a plan that is too long to be stored inline"
    var total = MeasuredInterval()

    var ext: Ext { Ext(steps: steps, plan: plan, latency: LatencyBuckets.standard.milliseconds(total)) }
}

/// What a flow costs: start, one update, completion.
struct WideEventBenchmarks {
    let baseline: Double

    /// What the caller pays, in bursts that the writer catches up with in between.
    func caller() async {
        let wideEvents = makeStore()
        var best = Double.infinity
        for _ in 0..<200 {
            best = min(best, nanoseconds(100, runs: 1) { run($0, wideEvents) })
            await wideEvents.settle()
        }
        Figure(name: "wide event start, update and completion, caller", value: best / baseline, unit: "x").printLine()
    }

    /// Flows that are started, updated and completed on disk, as many as the writer can.
    func durable() async {
        let count = 5000
        let clock = ContinuousClock()
        var best = Double.infinity
        for _ in 0..<3 {
            let wideEvents = makeStore()
            await wideEvents.settle()
            let start = clock.now
            run(count, wideEvents)
            await wideEvents.settle()
            best = min(best, seconds(clock.now - start) * 1e9 / Double(count))
        }
        Figure(name: "wide event start, update and completion, durable", value: best / baseline, unit: "x").printLine()
        Figure(name: "wide events, durable", value: 1e9 / best, unit: "flows/s").printLine()
    }

    private func run(_ count: Int, _ wideEvents: WideEventStore) {
        for _ in 0..<count {
            let flow = JourneyData()
            wideEvents.startFlow(flow)
            wideEvents.updateFlow(flow.flowID) { $0.steps += 1 }
            wideEvents.completeFlow(flow.flowID, status: .success)
        }
    }

    private func makeStore() -> WideEventStore {
        WideEventStore(
            database: Database(.folder(temporaryFolder()), schemas: [.outbox, .wideEvents]),
            outbox: SQLiteOutbox(initialConsent: .granted), onQueued: {})
    }
}
