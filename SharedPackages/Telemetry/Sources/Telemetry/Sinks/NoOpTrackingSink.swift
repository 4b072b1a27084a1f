/// A sink that ignores every event, in the place where an app puts its analytics provider.
public struct NoOpTrackingSink: TelemetrySink {
    /// The sink's name.
    public let name: String

    /// Creates a sink.
    public init(name: String = "tracking") { self.name = name }

    /// States that events are ignored.
    public var settings: String { "ignores every event" }

    /// Returns at once.
    public func receive(_ event: TelemetryEvent) {}
}
