import Foundation
import Primitives
import Telemetry

/// The cost of `observe` for its caller, and the delivery of a million events.
struct TelemetryBenchmarks {
    private struct CheapSink: TelemetrySink {
        let name: String
        func receive(_ event: TelemetryEvent) {}
    }

    private struct HangingSink: TelemetrySink {
        let name = "hanging"
        // The continuation is not kept, so the call never returns.
        func receive(_ event: TelemetryEvent) async {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
    }

    /// Checks that the events of each caller arrive in order.
    private final class OrderSink: TelemetrySink {
        struct Notes {
            var last: [String: Int] = [:]
            var received = 0
            var isOrdered = true
        }

        let name: String
        let notes = Locked(Notes())

        init(name: String) { self.name = name }

        func receive(_ event: TelemetryEvent) {
            guard case .int(let number)? = event.attributes["number"]?.value else { return }
            notes.withLock { notes in
                notes.received += 1
                if number <= notes.last[event.category, default: -1] { notes.isOrdered = false }
                notes.last[event.category] = number
            }
        }
    }

    let baseline: Double
    private let events = (0..<64).map { number in
        TelemetryEvent(
            "an event whose name is too long to be stored inline, number \(number)",
            attributes: ["kind": "phishing", "number": .int(number)])
    }

    init(baseline: Double) { self.baseline = baseline }

    func bursts() async {
        for count in [3, 8] {
            await measure("observe, \(count) cheap sinks, burst", sinks(count)) { $0.observe(events[$1 & 63]) }
        }
        let hanging: [any TelemetrySink] = [CheapSink(name: "before"), HangingSink(), CheapSink(name: "after")]
        await measure("observe while one of 3 sinks hangs, burst", hanging, timeout: .milliseconds(20)) {
            $0.observe(events[$1 & 63])
        }
        await measure("event made and observed, no attributes, burst", sinks(3), goal: nil) { telemetry, _ in
            telemetry.observe(TelemetryEvent("site.blocked", category: "protection"))
        }
        await measure("event made and observed, two attributes, burst", sinks(3), goal: nil) { telemetry, number in
            telemetry.observe(
                TelemetryEvent(
                    "site.blocked", category: "protection",
                    attributes: ["kind": "phishing", "number": .int(number)]))
        }
    }

    func saturated() async {
        let sinks = (0..<3).map { OrderSink(name: "\($0)") }
        guard let telemetry = try? Telemetry(sinks: sinks) else { return }
        let (callers, each) = (4, 250_000)
        let idle = residentMiB()
        await withTaskGroup { group in
            for caller in 0..<callers {
                group.addTask {
                    for number in 0..<each {
                        telemetry.observe(
                            TelemetryEvent("e", category: "\(caller)", attributes: ["number": .int(number)]))
                    }
                }
            }
        }
        let growth = residentMiB() - idle
        let status = await telemetry.flush(timeout: .seconds(60)).status
        let notes = sinks.map { sink in sink.notes.withLock { $0 } }
        let isOrdered = notes.allSatisfy(\.isOrdered)
        let isCounted = notes.allSatisfy { $0.received + status.dropped == callers * each }
        let name = "1,000,000 events, 4 callers, 3 sinks"
        Figure(name: "\(name): order of each caller", value: isOrdered ? 1 : 0, unit: "bool", goal: 1, isMinimum: true)
            .printLine()
        Figure(
            name: "\(name): received or counted as dropped", value: isCounted ? 1 : 0, unit: "bool", goal: 1,
            isMinimum: true
        )
        .printLine()
        Figure(name: "\(name): resident memory above idle", value: growth, unit: "MiB", goal: 16).printLine()
        Figure(name: "\(name): dropped", value: Double(status.dropped), unit: "events").printLine()
    }

    private func sinks(_ count: Int) -> [any TelemetrySink] { (0..<count).map { CheapSink(name: "\($0)") } }

    /// Measures bursts that fit into the queue, which the runner empties in between.
    private func measure(
        _ name: String, _ sinks: [any TelemetrySink], timeout: Duration = .seconds(60), goal: Double? = 1.5,
        _ observe: (Telemetry, Int) -> Void
    ) async {
        let options = DeliveryOptions(patience: .milliseconds(10))
        guard let telemetry = try? Telemetry(sinks: sinks, options: options) else { return }
        observe(telemetry, 0)
        _ = await telemetry.flush(timeout: timeout)
        var best = Double.infinity
        var fewest = Double.infinity
        for _ in 0..<100 {
            best = min(best, nanoseconds(2_000, runs: 1) { for number in 0..<$0 { observe(telemetry, number) } })
            _ = await telemetry.flush(timeout: timeout)
            fewest = min(fewest, allocations(500) { for number in 0..<$0 { observe(telemetry, number) } })
            _ = await telemetry.flush(timeout: timeout)
        }
        Figure(name: name, value: best / baseline, unit: "x", goal: goal).printLine()
        Figure(name: "\(name), allocations", value: fewest, unit: "1/call", goal: goal.map { _ in 1 }).printLine()
    }
}
