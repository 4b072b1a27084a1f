import Foundation

/// What is the same for every wide event of a process.
public struct WideEventEnvironment: Sendable, Hashable {
    /// The platform, as definitions spell it: `Linux`, `macOS`, `iOS`.
    public var platform: String
    /// What stands before an event's name in `meta.type`.
    public var typePrefix: String
    /// The app.
    public var app: WideEventAppData

    /// Creates an environment. Without arguments: this platform, a prefix made from it (`linux-`), this program's name
    /// and the main bundle's version (`0.0.0` without one).
    public init(
        platform: String = WideEventEnvironment.currentPlatform, typePrefix: String? = nil,
        app: WideEventAppData = WideEventAppData()
    ) {
        self.platform = platform
        self.typePrefix = typePrefix ?? platform.lowercased() + "-"
        let version = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "0.0.0"
        self.app = app.filled(from: WideEventAppData(name: ProcessInfo.processInfo.processName, version: version))
    }

    /// `Linux`, `macOS` or `iOS`.
    public static var currentPlatform: String {
        #if os(iOS)
        "iOS"
        #elseif os(macOS)
        "macOS"
        #else
        "Linux"
        #endif
    }
}
