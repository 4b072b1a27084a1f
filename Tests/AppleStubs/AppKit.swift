// Declarations of Apple's AppKit, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class NSResponder: NSObject {}

@MainActor open class NSApplication: NSResponder {
    public nonisolated static let didBecomeActiveNotification = NSNotification.Name("stub")
    public nonisolated static let didResignActiveNotification = NSNotification.Name("stub")
    public nonisolated static let willTerminateNotification = NSNotification.Name("stub")

    open class var shared: NSApplication { fatalError("declaration only") }

    open var isActive: Bool { fatalError("declaration only") }
}
