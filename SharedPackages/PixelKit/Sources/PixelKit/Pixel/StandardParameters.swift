/// Parameters that the app knows and a pixel may ask for; none travels unless the pixel's definition declares it.
public struct StandardParameters: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app's version, as `appVersion`.
    public static let appVersion = StandardParameters(rawValue: 1)
    /// The kind of device or channel, as `pixelSource`.
    public static let pixelSource = StandardParameters(rawValue: 2)
    /// The share of fires that take part, from 0 to 1, as `sample_rate`; left out by frequencies that do not sample.
    public static let sampleRate = StandardParameters(rawValue: 4)
}
