public import Foundation

/// A sink that writes events to a log, one line for each event.
///
/// Without an output it writes to the system's log on Apple platforms, and to standard error elsewhere.
public struct LogSink: TelemetrySink {
    /// The sink's name.
    public let name: String
    private let level: TelemetryEvent.Level
    private let format: LogFormat
    /// The destination of the lines.
    package let output: any LogOutput

    /// Creates a sink that writes to `output`.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - level: The lowest level that is written.
    ///   - format: The format of a line.
    ///   - output: The destination of the lines.
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

    #if !canImport(os)
    /// Creates a sink that writes to standard error.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - level: The lowest level that is written.
    ///   - format: The format of a line.
    public init(name: String = "log", level: TelemetryEvent.Level = .info, format: LogFormat = .text) {
        self.init(name: name, level: level, format: format, output: StreamOutput())
    }
    #endif

    /// The level, the format and the destination.
    public var settings: String {
        let levels = level == .fault ? "\(level)" : "\(level) and above"
        return "\(levels), \(format), to \(output.destination)"
    }

    /// Writes the event before it returns, if its level is high enough.
    public func receive(_ event: TelemetryEvent) throws {
        if event.level >= level { try output.write(event, as: format) }
    }
}

/// The destination of a `LogSink`.
public protocol LogOutput: Sendable {
    /// The destination in a few words, for people who look at a live facade.
    var destination: String { get }

    /// Writes one event, with the attributes that may be shown at this destination.
    ///
    /// - Throws: Any error. The facade counts it.
    func write(_ event: TelemetryEvent, as format: LogFormat) throws
}

/// Writes lines to a file descriptor, by default to standard error.
public struct StreamOutput: LogOutput {
    private let descriptor: Int32
    private let shown: Set<Attribute.Privacy>

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - descriptor: An open file descriptor. The caller closes it. 2 is standard error.
    ///   - showsPrivate: Whether private attributes are shown, for use during development. Sensitive ones are never shown.
    public init(descriptor: Int32 = 2, showsPrivate: Bool = false) {
        self.descriptor = descriptor
        shown = showsPrivate ? [.public, .private] : [.public]
    }

    /// Standard error, or the number of the descriptor.
    public var destination: String { descriptor == 2 ? "standard error" : "file descriptor \(descriptor)" }

    /// Writes one line, in one piece where the system allows it, so that the lines of several processes do not mix.
    ///
    /// - Throws: `TelemetryError.file` if the descriptor cannot be written to.
    public func write(_ event: TelemetryEvent, as format: LogFormat) throws {
        var line = Array((format.line(event, showing: shown) + "\n").utf8)[...]
        while !line.isEmpty {
            let written = line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                line = line.dropFirst(written)
            } else if errno != EINTR {
                throw TelemetryError.file("file descriptor \(descriptor)", errno: errno)
            }
        }
    }
}

/// Appends lines to a file. The file is open during the lifetime of the output.
public final class FileOutput: LogOutput {
    /// The path of the file.
    public let destination: String
    private let descriptor: Int32
    private let stream: StreamOutput

    /// Opens the file. If it does not exist, it is created with permissions for its user alone. Its folder must exist.
    ///
    /// - Parameters:
    ///   - url: The file. Several processes may append to it.
    ///   - showsPrivate: Whether private attributes are shown, for use during development. Sensitive ones are never shown.
    /// - Throws: `TelemetryError.file` if it cannot be opened.
    public init(appendingTo url: URL, showsPrivate: Bool = false) throws(TelemetryError) {
        destination = url.path(percentEncoded: false)
        descriptor = open(destination, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(destination, errno: errno) }
        stream = StreamOutput(descriptor: descriptor, showsPrivate: showsPrivate)
    }

    deinit { close(descriptor) }

    /// Appends one line.
    ///
    /// - Throws: `TelemetryError.file` if the file cannot be written to.
    public func write(_ event: TelemetryEvent, as format: LogFormat) throws {
        try stream.write(event, as: format)
    }
}
