// Declarations of Apple's Network framework, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Dispatch

public final class NWPathMonitor: Sendable {
    public init() { fatalError("declaration only") }
    public init(requiredInterfaceType: NWInterface.InterfaceType) { fatalError("declaration only") }

    public var currentPath: NWPath { fatalError("declaration only") }
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { fatalError("declaration only") }
        set { fatalError("declaration only") }
    }

    public func start(queue: DispatchQueue) { fatalError("declaration only") }
    public func cancel() { fatalError("declaration only") }
}

public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

    public let status: Status
    public let isExpensive: Bool
    public let isConstrained: Bool

    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { fatalError("declaration only") }
}

public struct NWInterface: Equatable, Sendable {
    public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }

    public let type: InterfaceType
    public let name: String
}
