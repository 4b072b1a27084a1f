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
