/// Why telemetry could not be set up, or a sink could not do its work.
public enum TelemetryError: Error, Equatable {
    /// Two sinks of one list bear the same name.
    case duplicateSink(String)
    /// A sink reads from one that is not in its list.
    case missingWriter(reader: String, writer: String)
    /// A sink reads from one that comes after it.
    case wrongOrder(reader: String, writer: String)
    /// A sink reads from one that returns before its event is dealt with.
    case writerReturnsEarly(reader: String, writer: String)
    /// A number is out of its range.
    case invalid(option: String, value: String, expected: String)
    /// `setDownstream` was called a second time.
    case alreadyBound(String)
    /// A file did not hold what it should; it was moved away, and a new one begins.
    case setAside(file: String, to: String)
    /// A file could not be read, written or moved.
    case file(String, errno: Int32)
}

extension TelemetryError: CustomStringConvertible {
    /// The subject, the offending value, and the remedy.
    public var description: String {
        switch self {
        case .duplicateSink(let name):
            "Telemetry: two sinks are named '\(name)'. Give each a name of its own."
        case .missingWriter(let reader, let writer):
            "Telemetry: '\(reader)' reads from '\(writer)', which is not in the same list of sinks. Add it before."
        case .wrongOrder(let reader, let writer):
            "Telemetry: '\(reader)' reads from '\(writer)', which comes after it. Move '\(writer)' before it."
        case .writerReturnsEarly(let reader, let writer):
            "Telemetry: '\(reader)' reads from '\(writer)', which returns before its events are dealt with. "
                + "Put both behind one DeferredSink or ForwardingSink."
        case .invalid(let option, let value, let expected):
            "Telemetry: \(option) is \(value). Expected \(expected)."
        case .alreadyBound(let name):
            "Telemetry: '\(name)' already has its downstream sinks. Call setDownstream once."
        case .setAside(let file, let other):
            "Telemetry: '\(file)' was not readable and is now '\(other)'; a new file begins. "
                + "Another program may have written to it."
        case .file(let path, let errno):
            "Telemetry: cannot access '\(path)' (errno \(errno)). Check that its folder exists and is writable."
        }
    }
}
