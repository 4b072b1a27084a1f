#if canImport(os)
import Foundation
import os

/// Writes to the system's log, where each attribute keeps its privacy.
///
/// The event's category becomes the log's category. The message contains the public attributes. Private and sensitive
/// ones follow it, and the log masks them.
public struct SystemLogOutput: LogOutput {
    private let subsystem: String

    /// Creates an output for a subsystem, by default the app's bundle identifier.
    public init(subsystem: String? = nil) {
        self.subsystem = subsystem ?? Bundle.main.bundleIdentifier ?? "telemetry"
    }

    /// The subsystem of the log.
    public var destination: String { "the system's log, subsystem \(subsystem)" }

    /// Writes one message.
    public func write(_ event: TelemetryEvent, as format: LogFormat) {
        var open = event
        open.attributes = Attributes(event.attributes.byName.filter { $0.value.privacy == .public })
        open.timestamp = format == .json ? event.timestamp : nil  // The log has its own.
        let message = format.line(open, showing: [.public])
        let hidden = format.attributes(of: event, privacy: .private)
        let sensitive = format.attributes(of: event, privacy: .sensitive)
        Logger(subsystem: subsystem, category: event.category).log(
            level: event.level.systemLevel,
            "\(message, privacy: .public) \(hidden, privacy: .private) \(sensitive, privacy: .sensitive)"
        )
    }
}

extension LogSink {
    /// Creates a sink that writes to the system's log.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - level: The lowest level that is written.
    ///   - format: The format of a message.
    public init(name: String = "log", level: TelemetryEvent.Level = .info, format: LogFormat = .text) {
        self.init(name: name, level: level, format: format, output: SystemLogOutput())
    }
}

extension TelemetryEvent.Level {
    /// The system's level. Its `default` corresponds to `notice`.
    fileprivate var systemLevel: OSLogType {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .default
        case .error: .error
        case .fault: .fault
        }
    }
}
#endif
