public import Foundation

/// Appends lines to a file, which is open as long as the output is.
public final class FileOutput: LogOutput {
    private let descriptor: Int32
    private let stream: StreamOutput

    /// Opens the file, and creates it, readable by its user alone, if it is not there; its folder must exist.
    ///
    /// - Parameters:
    ///   - url: The file. Several processes may append to it.
    ///   - showsPrivate: Whether private attributes are shown, as while developing. Sensitive ones never are.
    /// - Throws: `TelemetryError.file` when it cannot be opened.
    public init(appendingTo url: URL, showsPrivate: Bool = false) throws(TelemetryError) {
        let path = url.path(percentEncoded: false)
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        stream = StreamOutput(descriptor: descriptor, showsPrivate: showsPrivate)
    }

    deinit { close(descriptor) }

    /// Appends one line.
    ///
    /// - Throws: `TelemetryError.file` when the file takes no more.
    public func write(_ event: TelemetryEvent, as format: LogFormat) throws {
        try stream.write(event, as: format)
    }
}
