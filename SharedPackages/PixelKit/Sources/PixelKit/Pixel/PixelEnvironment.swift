import Foundation

/// The values that are the same for every pixel of a process.
public struct PixelEnvironment: Sendable, Equatable {
    /// The text of ``PixelSuffix/platform``.
    public var platform: String
    /// The text of ``PixelSuffix/formFactor``. `nil` for none.
    public var formFactor: String?
    /// The value of ``StandardParameters/appVersion``.
    public var appVersion: String
    /// The value of ``StandardParameters/pixelSource``. `nil` leaves it out.
    public var pixelSource: String?

    /// Creates an environment. Without arguments: this platform, this device's form factor, the main bundle's version.
    public init(
        platform: String = PixelEnvironment.currentPlatform, formFactor: String? = PixelEnvironment.currentFormFactor,
        appVersion: String = PixelEnvironment.currentVersion, pixelSource: String? = nil
    ) {
        self.platform = platform
        self.formFactor = formFactor
        self.appVersion = appVersion
        self.pixelSource = pixelSource ?? formFactor
    }

    /// `linux`, `macos` or `ios`.
    public static var currentPlatform: String {
        #if os(iOS)
        "ios"
        #elseif os(macOS)
        "macos"
        #else
        "linux"
        #endif
    }

    /// `phone` or `tablet` on iOS, otherwise `nil`.
    public static var currentFormFactor: String? {
        #if os(iOS)
        // The model's name: `UIDevice` would tie this to the main actor.
        var system = utsname()
        uname(&system)
        let model = withUnsafeBytes(of: system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return model.hasPrefix("iPad") ? "tablet" : "phone"
        #else
        nil
        #endif
    }

    /// The main bundle's short version, or `0.0.0`.
    public static var currentVersion: String {
        Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0.0.0"
    }
}
