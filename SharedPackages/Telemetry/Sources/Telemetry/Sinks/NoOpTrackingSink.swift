/// The place of a tracker that the app does not have: it takes every event and does nothing.
public struct NoOpTrackingSink: TelemetrySink {
    /// The sink's name.
    public let name: String

    /// Creates a sink that does nothing.
    public init(name: String = "tracking") { self.name = name }

    /// Does nothing.
    public func receive(_ event: TelemetryEvent) {}
}
