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
