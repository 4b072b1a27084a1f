/// The period that a gate lets one request through in, and the time of firing in milliseconds since 1970.
public enum GateWindow: Sendable, Hashable {
    /// A numbered period: a day or a month since 1970, or 0 for "once per install".
    case period(Int64, at: Int64 = 0)
    /// A least distance from the last admitted firing, in milliseconds.
    case interval(length: Int64, at: Int64)
}
