import Foundation

/// Writes lines to a file descriptor, standard error by default.
public struct StreamOutput: LogOutput {
    private let descriptor: Int32
    private let shown: Set<Attribute.Privacy>

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - descriptor: An open file descriptor, which stays the caller's; 2 is standard error.
    ///   - showsPrivate: Whether private attributes are shown, as while developing. Sensitive ones never are.
    public init(descriptor: Int32 = 2, showsPrivate: Bool = false) {
        self.descriptor = descriptor
        shown = showsPrivate ? [.public, .private] : [.public]
    }

    /// Writes one line, in one piece where the system allows it, so that the lines of several processes do not mix.
    ///
    /// - Throws: `TelemetryError.file` when the descriptor takes no more.
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
