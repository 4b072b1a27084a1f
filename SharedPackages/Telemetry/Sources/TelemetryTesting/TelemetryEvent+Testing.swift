// Tests pass a `ManualClock` to the sinks of this module.
@_exported public import Primitives
public import Telemetry

#if canImport(Testing)
public import Testing

extension TelemetryEvent: CustomTestStringConvertible {
    /// The event as one line of a log, with its private and sensitive attributes.
    public var testDescription: String { LogFormat.text.line(self, showing: Set(Attribute.Privacy.allCases)) }
}
#endif
