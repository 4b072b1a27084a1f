import Telemetry

/// Finds what exists in the sources and is not wired, or is wired wrongly.
struct WiringAudit {
    let sources: Sources
    /// The names of the sinks that take events in the end, in the order that is wanted.
    let order: [String]

    /// What is wrong with a root, a sentence each.
    func findings(_ wiring: Wiring, facade: Telemetry) async -> [String] {
        unreached(wiring) + disorder(wiring) + strayMappers(wiring, facade) + (await stubs(wiring))
    }

    private func unreached(_ wiring: Wiring) -> [String] {
        let reached = wiring.types
        let sinks = sources.types(being: "TelemetrySink", "RelayingSink").map { ("sink", $0) }
        let mappers = sources.types(being: "EventMapping").map { ("mapper", $0) }
        let ends = sources.types(being: "AchievementReporting", "LogOutput").map { ("terminal", $0) }
        return (sinks + mappers + ends).filter { role, type in
            if reached.contains(type.name) { return false }
            // What is for other platforms cannot be reached here, and a platform chooses one of the terminals.
            let mayBeElsewhere = type.isPlatformBound || role == "terminal"
            return !(mayBeElsewhere && sources.construct(type.name))
        }.map { "\($1.name) in \($1.file) is a \($0) that the live root does not reach." }
    }

    private func disorder(_ wiring: Wiring) -> [String] {
        let names = wiring.ends.map(\.name)
        var findings = names == order ? [] : ["The sinks stand as \(names), not as \(order)."]
        for (place, sink) in wiring.sinks.enumerated() {
            let before = wiring.sinks[..<place].map(\.name)
            findings += sink.sinkOptions.readsFrom.filter { !before.contains($0) }
                .map { "'\(sink.name)' reads from '\($0)', which does not stand before it." }
        }
        return findings
    }

    private func strayMappers(_ wiring: Wiring, _ facade: Telemetry) -> [String] {
        let properties = Dictionary(grouping: wiring.mappers, by: \.event).mapValues { Set($0.map(\.property)) }
        let doubles = properties.filter { $0.value.count > 1 }.map { event, names in
            "\(names.sorted().joined(separator: " and ")) are both an \(event); combine them."
        }
        let strangers = wiring.mappers.filter { _, _, mapper in
            Mirror(reflecting: mapper).children.contains { ($0.value as? Telemetry).map { $0 !== facade } ?? false }
        }
        return doubles.sorted() + strangers.map { "\(type(of: $0.mapper)) tells another facade than the live one." }
    }

    /// A terminal that confirms nothing, or is not of the sources, stands in for a real one.
    private func stubs(_ wiring: Wiring) async -> [String] {
        let declared = sources.types(being: "AchievementReporting")
        var findings: [String] = []
        for terminal in wiring.terminals {
            let name = "\(type(of: terminal))"
            guard let declaration = declared.first(where: { $0.name == name }) else {
                findings.append("\(name) is a terminal that is not in the sources.")
                continue
            }
            // Those of a platform need its services and a person who is signed in.
            guard !declaration.isPlatformBound else { continue }
            let milestone = Milestone("audit", record: "audit", count: 1)
            try? await terminal.report(milestone)
            let isConfirmed = (try? await terminal.confirmed().contains(milestone.id)) ?? false
            if !isConfirmed { findings.append("\(name) is a stub: it does not confirm what is reported to it.") }
        }
        return findings
    }
}
