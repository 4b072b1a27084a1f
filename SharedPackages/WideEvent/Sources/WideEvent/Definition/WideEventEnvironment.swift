import Foundation

/// The values that are the same for every wide event of a process.
public struct WideEventEnvironment: Sendable, Hashable {
    /// The platform, as definitions spell it: `Linux`, `macOS`, `iOS`.
    public var platform: String
    /// The app.
    public var app: WideEventAppData

    /// Creates an environment. Without arguments: this platform, this program's name and the main bundle's version
    /// (`0.0.0` without one).
    public init(
        platform: String = WideEventEnvironment.currentPlatform,
        app: WideEventAppData = WideEventAppData()
    ) {
        self.platform = platform
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
