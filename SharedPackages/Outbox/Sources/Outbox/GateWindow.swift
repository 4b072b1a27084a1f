/// The period that a gate lets one request through in.
public enum GateWindow: Sendable, Hashable {
    /// A numbered period: a day or a month since 1970, or 0 for "once per install".
    case period(Int64)
    /// The time of firing, and how far from the last admitted one it must be; both in milliseconds.
    case interval(at: Int64, length: Int64)
}
