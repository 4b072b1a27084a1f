/// A measurement that can be sent: a value, usually a case of an enum that is generated from a definition.
///
/// `name`, `frequency`, `allowedFrequencies` and `error` are read on the thread that fires. `suffixes`, `parameters` and
/// `standardParameters` are read later on another thread. Each must depend on the value alone.
///
/// ```swift
/// struct DoorPixel: Pixel {
///     let name = "m_door_opened"
///     let frequency = Frequency.dailyAndCount
/// }
/// ```
public protocol Pixel: Sendable {
    /// Whether the type was generated from a definition. False by default: hand-written pixels are marked in
    /// ``PixelStatus``.
    static var isGenerated: Bool { get }
    /// The complete name without suffixes. No prefix is added. It consists of `A–Z a–z 0–9 _ . -`.
    var name: String { get }
    /// How often it may be sent. ``Frequency/standard`` by default.
    var frequency: Frequency { get }
    /// The frequencies that its definition allows. `nil`, the default, allows any.
    ///
    /// Each stands for all with the same suffixes on their legs: ``Frequency/standard`` also allows unique and debounced
    /// ones, ``Frequency/daily`` also daily ones keyed by error.
    var allowedFrequencies: [Frequency]? { get }
    /// The suffixes of the name, in order. By default only the suffix of the leg. Without ``PixelSuffix/frequency`` in the
    /// list, the suffix of the leg follows the name directly.
    var suffixes: [PixelSuffix] { get }
    /// The parameters that are sent. None by default.
    var parameters: PixelParameters { get }
    /// The parameters of the app that are sent. None by default.
    var standardParameters: StandardParameters { get }
    /// An error that is sent as domain and code, together with its underlying errors. Descriptions are never sent.
    var error: (any Error)? { get }
}

extension Pixel {
    /// Whether its definition allows `frequency`: one of ``allowedFrequencies`` has the same suffixes on its legs.
    package func allows(_ frequency: Frequency) -> Bool {
        allowedFrequencies?.contains { $0.hasLegs(like: frequency) } ?? true
    }

    /// False.
    public static var isGenerated: Bool { false }
    /// ``Frequency/standard``.
    public var frequency: Frequency { .standard }
    /// Any.
    public var allowedFrequencies: [Frequency]? { nil }
    /// The suffix of the leg.
    public var suffixes: [PixelSuffix] { [.frequency] }
    /// None.
    public var parameters: PixelParameters { PixelParameters() }
    /// None.
    public var standardParameters: StandardParameters { [] }
    /// None.
    public var error: (any Error)? { nil }
}

/// A part of a pixel's name after the name itself. The definition fixes the order.
public enum PixelSuffix: Hashable, Sendable {
    /// The suffix of the leg: `daily`, `count`, or nothing.
    case frequency
    /// The platform: `linux`, `macos`, `ios`.
    case platform
    /// The kind of device: `phone`, `tablet`, or nothing.
    case formFactor
    /// Fixed text.
    case text(String)
}

/// Parameters of the app that a pixel can ask for. None is sent unless the pixel's definition declares it.
public struct StandardParameters: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app's version, as `appVersion`.
    public static let appVersion = StandardParameters(rawValue: 1)
    /// The kind of device or channel, as `pixelSource`.
    public static let pixelSource = StandardParameters(rawValue: 2)
    /// The share of fires that take part, from 0 to 1, as `sample_rate`. Frequencies without sampling leave it out.
    public static let sampleRate = StandardParameters(rawValue: 4)
}
