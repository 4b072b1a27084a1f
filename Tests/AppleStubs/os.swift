// Declarations of Apple's os module, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct OSLogType: Equatable, RawRepresentable, Sendable {
    public static let `default` = Self(rawValue: 0x00)
    public static let info = Self(rawValue: 0x01)
    public static let debug = Self(rawValue: 0x02)
    public static let error = Self(rawValue: 0x10)
    public static let fault = Self(rawValue: 0x11)

    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }
}

public struct OSLogPrivacy: Sendable {
    public enum Mask: Sendable { case hash, none }

    public static var `public`: OSLogPrivacy { fatalError("declaration only") }
    public static var `private`: OSLogPrivacy { fatalError("declaration only") }
    public static var sensitive: OSLogPrivacy { fatalError("declaration only") }
    public static var auto: OSLogPrivacy { fatalError("declaration only") }

    public static func `private`(mask: Mask) -> OSLogPrivacy { fatalError("declaration only") }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { fatalError("declaration only") }
    public init(stringInterpolation: OSLogInterpolation) { fatalError("declaration only") }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError("declaration only") }

    public mutating func appendLiteral(_ literal: String) { fatalError("declaration only") }
    public mutating func appendInterpolation(
        _ argument: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy = .auto
    ) { fatalError("declaration only") }
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T,
        privacy: OSLogPrivacy = .auto
    ) { fatalError("declaration only") }
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double,
        privacy: OSLogPrivacy = .auto
    ) { fatalError("declaration only") }
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool,
        privacy: OSLogPrivacy = .auto
    ) { fatalError("declaration only") }
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T,
        privacy: OSLogPrivacy = .auto
    ) { fatalError("declaration only") }
}

public struct Logger: Sendable {
    public init() { fatalError("declaration only") }
    public init(subsystem: String, category: String) { fatalError("declaration only") }

    public func log(_ message: OSLogMessage) { fatalError("declaration only") }
    public func log(level: OSLogType, _ message: OSLogMessage) { fatalError("declaration only") }
    public func trace(_ message: OSLogMessage) { fatalError("declaration only") }
    public func debug(_ message: OSLogMessage) { fatalError("declaration only") }
    public func info(_ message: OSLogMessage) { fatalError("declaration only") }
    public func notice(_ message: OSLogMessage) { fatalError("declaration only") }
    public func warning(_ message: OSLogMessage) { fatalError("declaration only") }
    public func error(_ message: OSLogMessage) { fatalError("declaration only") }
    public func critical(_ message: OSLogMessage) { fatalError("declaration only") }
    public func fault(_ message: OSLogMessage) { fatalError("declaration only") }
}
