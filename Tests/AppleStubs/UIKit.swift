// Declarations of Apple's UIKit, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
    public enum State: Int, Sendable { case active, inactive, background }

    public nonisolated static let didBecomeActiveNotification = NSNotification.Name("stub")
    public nonisolated static let willResignActiveNotification = NSNotification.Name("stub")
    public nonisolated static let didEnterBackgroundNotification = NSNotification.Name("stub")
    public nonisolated static let willEnterForegroundNotification = NSNotification.Name("stub")
    public nonisolated static let willTerminateNotification = NSNotification.Name("stub")

    open class var shared: UIApplication { fatalError("declaration only") }

    open var applicationState: State { fatalError("declaration only") }
    open var backgroundTimeRemaining: TimeInterval { fatalError("declaration only") }

    open func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { fatalError("declaration only") }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { fatalError("declaration only") }
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public static let invalid = Self(rawValue: 0)

    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
}

public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified, phone, pad, tv, carPlay, mac, vision }

@MainActor open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError("declaration only") }

    open var model: String { fatalError("declaration only") }
    open var systemName: String { fatalError("declaration only") }
    open var systemVersion: String { fatalError("declaration only") }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { fatalError("declaration only") }
}

// Foundation's own, but for Apple's platforms only: code that asks for it imports UIKit too.
extension ProcessInfo {
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        fatalError("declaration only")
    }
}
