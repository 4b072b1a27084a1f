import BrowserApp
import Telemetry

/// Compares what the sources declare with what the live composition root has joined.
struct WiringAudit {
    let sources: Sources
    /// The expected names of the innermost sinks, in order.
    let order: [String]

    /// Returns a sentence for everything that is wrong with a root.
    ///
    /// - Parameters:
    ///   - sinks: The sinks of the facade.
    ///   - joints: The mappings of the root.
    func findings(sinks: [any TelemetrySink], joints: [Wiring.Joint]) async -> [String] {
        let sinks = sinks.flatMap(Self.flattened)
        let achievements = sinks.compactMap { ($0 as? AchievementSink)?.service }
        let scores = sinks.compactMap { ($0 as? ScoreSink)?.service }
        let outputs = sinks.compactMap { ($0 as? LogSink)?.output }
        let reached = Set((sinks as [Any] + achievements + scores + outputs).map { Self.typeName("\(type(of: $0))") })
            .union(joints.map { Self.typeName($0.mapper) })
        return unreached(reached) + disorder(sinks) + doubles(joints) + (await stubs(achievements))
            + (await stubs(scores))
    }

    /// A sink and the sinks that it wraps, in the order of delivery.
    private static func flattened(_ sink: any TelemetrySink) -> [any TelemetrySink] {
        [sink] + sink.downstream.flatMap(flattened)
    }

    /// The name of a type without its generic arguments.
    private static func typeName(_ description: String) -> String { String(description.prefix { $0 != "<" }) }

    private func unreached(_ reached: Set<String>) -> [String] {
        let sinks = sources.types(being: "TelemetrySink", "RelayingSink").map { ("sink", $0) }
        let mappers = sources.types(being: "EventMapping").map { ("mapper", $0) }
        let ends = sources.types(being: "AchievementReporting", "ScoreReporting", "LogOutput").map { ("terminal", $0) }
        return (sinks + mappers + ends).filter { role, type in
            if reached.contains(type.name) { return false }
            // A type for another platform cannot be reached here, and each platform uses one terminal.
            let mayBeElsewhere = type.isPlatformBound || role == "terminal"
            return !(mayBeElsewhere && sources.construct(type.name))
        }.map { "\($1.name) in \($1.file) is a \($0) that the live root does not reach." }
    }

    private func disorder(_ sinks: [any TelemetrySink]) -> [String] {
        let names = sinks.filter(\.downstream.isEmpty).map(\.name)
        var findings = names == order ? [] : ["The order of the sinks is \(names) instead of \(order)."]
        for (place, sink) in sinks.enumerated() {
            let before = sinks[..<place].map(\.name)
            findings += sink.sinkOptions.readsFrom.filter { !before.contains($0) }
                .map { "'\(sink.name)' reads from '\($0)', which is not before it." }
        }
        return findings
    }

    /// An event with two separate mappings would reach only one of them.
    private func doubles(_ joints: [Wiring.Joint]) -> [String] {
        Dictionary(grouping: joints, by: \.event).filter { $0.value.count > 2 }.keys.sorted()
            .map { "\($0) has several mappings. Join all its mappers at once." }
    }

    /// A terminal that confirms nothing, or that the sources do not declare, is a stand-in.
    private func stubs(_ terminals: [any AchievementReporting]) async -> [String] {
        await stubs(terminals, being: "AchievementReporting") { terminal in
            let milestone = Milestone("audit", record: "audit", count: 1)
            try await terminal.report(milestone)
            return try await terminal.confirmed().contains(milestone.id) ? nil : "does not confirm a reported milestone"
        }
    }

    private func stubs(_ terminals: [any ScoreReporting]) async -> [String] {
        await stubs(terminals, being: "ScoreReporting") { terminal in
            try await terminal.submit(1, to: "audit")
            return try await (terminal as? FileScores)?.scores()["audit"] == 1 ? nil : "does not keep a submitted score"
        }
    }

    private func stubs<Terminal>(
        _ terminals: [Terminal], being role: String, defect: (Terminal) async throws -> String?
    ) async -> [String] {
        let declared = sources.types(being: role)
        var findings: [String] = []
        for terminal in terminals {
            let name = "\(type(of: terminal as Any))"
            guard let declaration = declared.first(where: { $0.name == name }) else {
                findings.append("\(name) is a terminal that is not in the sources.")
                continue
            }
            // A platform's terminal needs its service and a signed-in person.
            guard !declaration.isPlatformBound else { continue }
            do {
                if let defect = try await defect(terminal) { findings.append("\(name) is a stub: it \(defect).") }
            } catch {
                findings.append("\(name) fails: \(error).")
            }
        }
        return findings
    }
}
