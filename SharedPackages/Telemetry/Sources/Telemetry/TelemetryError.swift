/// An error in the set-up of telemetry, or in the work of a sink.
public enum TelemetryError: Error, Equatable {
    /// Two sinks of one list have the same name.
    case duplicateSink(String)
    /// A sink reads from one that is not in its list.
    case missingWriter(reader: String, writer: String)
    /// A sink reads from one that comes after it.
    case wrongOrder(reader: String, writer: String)
    /// A sink reads from one that returns before its event is processed.
    case writerReturnsEarly(reader: String, writer: String)
    /// An option is out of its range.
    case invalid(option: String, value: String, expected: String)
    /// `setDownstream` was called a second time.
    case alreadyBound(String)
    /// A file had no valid content. It was renamed, and a new one begins.
    case setAside(file: String, to: String)
    /// A file could not be read, written or renamed.
    case file(String, errno: Int32)
}

extension TelemetryError: CustomStringConvertible {
    /// The subject, the value and the remedy.
    public var description: String {
        switch self {
        case .duplicateSink(let name):
            "Telemetry: two sinks are named '\(name)'. Give each sink its own name."
        case .missingWriter(let reader, let writer):
            "Telemetry: '\(reader)' reads from '\(writer)', which is not in the same list of sinks. Add '\(writer)' "
                + "before '\(reader)'."
        case .wrongOrder(let reader, let writer):
            "Telemetry: '\(reader)' reads from '\(writer)', which comes after it. Move '\(writer)' before '\(reader)'."
        case .writerReturnsEarly(let reader, let writer):
            "Telemetry: '\(reader)' reads from '\(writer)', which returns before its events are processed. "
                + "Put both behind one DeferredSink or ForwardingSink."
        case .invalid(let option, let value, let expected):
            "Telemetry: \(option) is \(value). Use \(expected)."
        case .alreadyBound(let name):
            "Telemetry: '\(name)' already has its downstream sinks. Call setDownstream once."
        case .setAside(let file, let other):
            "Telemetry: '\(file)' could not be decoded. It was renamed to '\(other)', and a new file begins. "
                + "Check whether another program writes to it."
        case .file(let path, let errno):
            "Telemetry: cannot access '\(path)' (errno \(errno)). Check that its folder exists and is writable."
        }
    }
}
