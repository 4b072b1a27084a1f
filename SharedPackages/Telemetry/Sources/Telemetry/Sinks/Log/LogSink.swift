/// Writes events to a log, one line an event.
///
/// Without an output it writes to the system's log on Apple platforms, and to standard error elsewhere.
public struct LogSink: TelemetrySink {
    /// The sink's name.
    public let name: String
    private let level: TelemetryEvent.Level
    private let format: LogFormat
    /// Where lines go.
    package let output: any LogOutput

    /// Creates a sink that writes to `output`.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - level: Events that want less attention are left out.
    ///   - format: What a line looks like.
    ///   - output: Where lines go.
    public init(
        name: String = "log",
        level: TelemetryEvent.Level = .info,
        format: LogFormat = .text,
        output: any LogOutput
    ) {
        self.name = name
        self.level = level
        self.format = format
        self.output = output
    }

    /// Writes the event before it returns, if its level asks for it.
    public func receive(_ event: TelemetryEvent) throws {
        if event.level >= level { try output.write(event, as: format) }
    }
}

/// Where a `LogSink` writes.
public protocol LogOutput: Sendable {
    /// Writes one event, showing of its attributes what may be shown there.
    ///
    /// - Throws: Any error; the facade counts it.
    func write(_ event: TelemetryEvent, as format: LogFormat) throws
}
