package import Common
package import Telemetry

/// The mappings that the composition root has joined. The audit and the tests read this list.
package struct Wiring: Sendable {
    /// The mapping of one type of event.
    package struct Joint: Sendable {
        /// The name of the type.
        package let event: String
        /// The name of the mapper's type.
        package let mapper: String
    }

    package private(set) var joints: [Joint] = []
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) { self.telemetry = telemetry }

    /// Combines the mapper of a type of event with a mapping that reports the events to telemetry.
    package mutating func join<Event>(
        _ mapper: EventMapping<Event>, describing describe: @escaping @Sendable (Event) -> TelemetryEvent
    ) -> EventMapping<Event> {
        join(mapper, .telemetry(telemetry, describing: describe))
    }

    /// Combines the mappers of a type of event, of which the second reports to telemetry.
    package mutating func join<Event>(
        _ mapper: EventMapping<Event>, _ reporter: EventMapping<Event>
    ) -> EventMapping<Event> {
        for mapper in [mapper, reporter] {
            joints.append(Joint(event: "\(Event.self)", mapper: "\(type(of: mapper))"))
        }
        return mapper.combined(reporter)
    }
}
