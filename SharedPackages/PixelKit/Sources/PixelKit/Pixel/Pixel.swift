/// A measurement that can be sent: a value, usually a case of an enum that is generated from a definition.
///
/// `name`, `frequency`, `allowedFrequencies` and `error` are read on the thread that fires; `suffixes`, `parameters` and
/// `standardParameters` later, on another thread. Each must depend on the value alone.
public protocol Pixel: Sendable {
    /// Whether the type was generated from a definition. False by default: hand-written pixels are marked in
    /// ``PixelStatus``.
    static var isGenerated: Bool { get }
    /// The complete name without suffixes; no prefix is added. Made of `A–Z a–z 0–9 _ . -`.
    var name: String { get }
    /// How often it may be sent. ``Frequency/standard`` by default.
    var frequency: Frequency { get }
    /// The frequencies that its definition allows; `nil`, the default, allows any.
    ///
    /// Each stands for all with the same words on their legs: ``Frequency/standard`` also allows unique and debounced
    /// ones, ``Frequency/daily`` also daily ones keyed by error.
    var allowedFrequencies: [Frequency]? { get }
    /// What follows the name, in order. The leg's word alone by default. Where a list has no
    /// ``PixelSuffix/frequency``, the leg's word follows the name directly.
    var suffixes: [PixelSuffix] { get }
    /// What travels with it. Nothing by default.
    var parameters: PixelParameters { get }
    /// Which of the app's own parameters travel with it. None by default.
    var standardParameters: StandardParameters { get }
    /// An error that travels with it as domain and code, with those under it; never its description.
    var error: (any Error)? { get }
}

extension Pixel {
    /// Whether its definition allows `frequency`: one of ``allowedFrequencies`` has the same words on its legs.
    package func allows(_ frequency: Frequency) -> Bool {
        allowedFrequencies?.contains { $0.hasLegs(like: frequency) } ?? true
    }

    /// False.
    public static var isGenerated: Bool { false }
    /// ``Frequency/standard``.
    public var frequency: Frequency { .standard }
    /// Any.
    public var allowedFrequencies: [Frequency]? { nil }
    /// The leg's word.
    public var suffixes: [PixelSuffix] { [.frequency] }
    /// None.
    public var parameters: PixelParameters { PixelParameters() }
    /// None.
    public var standardParameters: StandardParameters { [] }
    /// None.
    public var error: (any Error)? { nil }
}

/// A part of a pixel's name after the name itself; the definition fixes their order.
public enum PixelSuffix: Hashable, Sendable {
    /// The leg's word: `daily`, `count`, or nothing.
    case frequency
    /// The platform: `linux`, `macos`, `ios`.
    case platform
    /// The kind of device: `phone`, `tablet`, or nothing.
    case formFactor
    /// Fixed text.
    case text(String)
}

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
