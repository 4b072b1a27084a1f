import Foundation
import WideEvent

struct JourneyData: WideEventData {
    static let metadata = WideEventMetadata(name: "journey")
    var globalData = WideEventGlobalData()
    var appData = WideEventAppData()
    var contextData: WideEventContextData? = WideEventContextData(name: "settings")
    var errorData: WideEventErrorData?
    var steps = 0
    var plan = "a name of a plan that is too long to be stored inline"
    var total = MeasuredInterval()
}

/// As the build plugin generates them.
enum JourneyWideEvent: WideEventDefinition {
    struct Ext: Encodable {
        let steps: Int
        let plan: String
        let latency: Int?

        init(_ data: JourneyData) {
            steps = data.steps
            plan = data.plan
            latency = LatencyBuckets.standard.milliseconds(data.total)
        }
    }

    static let type = "linux-journey"
    static let version = "1.0.0"
    static let feature = "journey"
    static let schema = WideEventSchema(
        json: #"""
            {"type":"object","properties":{
            "meta":{"type":"object","properties":{"type":{"type":"string","enum":["linux-journey"]},
            "version":{"type":"string","enum":["1.0.0"]}}},
            "global":{"type":"object","properties":{"platform":{"type":"string","enum":["Linux","macOS"]},
            "type":{"type":"string","enum":["app"]},"sample_rate":{"type":"number","minimum":0,"maximum":1},
            "is_first_daily_occurrence":{"type":"boolean"}}},
            "app":{"type":"object","properties":{"name":{"type":"string"},
            "version":{"type":"string","pattern":"^[0-9]+\\.[0-9]+\\.[0-9]+$"}}},
            "context":{"type":"object","properties":{"name":{"type":"string"}}},
            "feature":{"type":"object","properties":{"name":{"type":"string","enum":["journey"]},
            "status":{"type":"string","enum":["SUCCESS","FAILURE","CANCELLED","UNKNOWN"]},
            "data":{"type":"object","properties":{"ext":{"type":"object","properties":{
            "steps":{"type":"integer"},"plan":{"type":"string"},"latency":{"type":"integer","enum":[1000,5000]}}}}}}}}}
            """#)
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
    func durable() async throws {
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
            // A flow that was refused would be cheap.
            let refused = try await wideEvents.setAsideCount()
            precondition(refused == 0)
        }
        Figure(name: "wide event start, update and completion, durable", value: best / baseline, unit: "x").printLine()
        Figure(name: "wide events, durable", value: 1e9 / best, unit: "flows/s").printLine()
    }

    /// What the check of a payload against its schema adds to the durable figure.
    func check() {
        let payload = Data(
            #"""
            {"app":{"name":"benchmarks","version":"0.0.0"},"context":{"name":"settings"},"feature":{"data":{"ext":{
            "plan":"a name of a plan that is too long to be stored inline","steps":1}},"name":"journey",
            "status":"SUCCESS"},"global":{"platform":"Linux","sample_rate":1,"type":"app"},
            "meta":{"type":"linux-journey","version":"1.0.0"}}
            """#.utf8)
        precondition(JourneyWideEvent.schema.fault(in: payload) == nil)
        let cost = nanoseconds(2000, runs: 5) {
            for _ in 0..<$0 { precondition(JourneyWideEvent.schema.fault(in: payload) == nil) }
        }
        Figure(name: "wide event, check of a payload", value: cost / baseline, unit: "x").printLine()
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
            // Pending consent stores and does not send: the network is not measured.
            outbox: RequestOutbox(
                database: Database(.folder(temporaryFolder()), schemas: [.outbox]), transport: InstantTransport(),
                initialConsent: .pending),
            configuration: WideEventStore.Configuration(
                kinds: [WideEventKind(JourneyData.self, as: JourneyWideEvent.self, ext: JourneyWideEvent.Ext.init)]))
    }
}
