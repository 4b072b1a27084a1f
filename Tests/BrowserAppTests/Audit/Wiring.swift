import Telemetry

/// What can be reached from an app's composition root.
struct Wiring {
    /// Every sink, the wrapping ones before the wrapped, in the order of delivery.
    let sinks: [any TelemetrySink]
    /// Every mapper that stands in a property of the root, or behind one in a combination, with the event it maps.
    let mappers: [(property: String, event: String, mapper: Any)]

    /// Walks a facade's sinks, and the properties of a root.
    init(sinks: [any TelemetrySink], root: Any) {
        self.sinks = sinks.flatMap(Self.walk)
        mappers = Mirror(reflecting: root).children.flatMap { child in
            Self.walk(mapper: child.value).map { (child.label ?? "", $0, $1) }
        }
    }

    /// What takes events in the end, in the order of delivery.
    var ends: [any TelemetrySink] { sinks.filter(\.downstream.isEmpty) }

    /// Where achievements end.
    var terminals: [any AchievementReporting] { sinks.compactMap { ($0 as? AchievementSink)?.service } }

    /// The names of the types of everything that was reached.
    var types: Set<String> {
        let outputs = sinks.compactMap { ($0 as? LogSink)?.output }
        let reached: [Any] = sinks + mappers.map(\.mapper) + terminals + outputs
        return Set(reached.map { String(String(describing: type(of: $0)).prefix { $0 != "<" }) })
    }

    private static func walk(_ sink: any TelemetrySink) -> [any TelemetrySink] {
        [sink] + sink.downstream.flatMap(walk)
    }

    /// A combination's mappers stand in its property `mappers`.
    private static func walk(mapper: Any) -> [(event: String, mapper: Any)] {
        let mirror = Mirror(reflecting: mapper)
        let line = sequence(first: mirror, next: \.superclassMirror)
        guard let base = line.map({ "\($0.subjectType)" }).first(where: { $0.hasPrefix("EventMapping<") }) else {
            return []
        }
        let parts = mirror.children.first { $0.label == "mappers" }.map { Mirror(reflecting: $0.value).children }
        return [(base, mapper)] + (parts.map { $0.flatMap { walk(mapper: $0.value) } } ?? [])
    }
}
