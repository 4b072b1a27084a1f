// Declarations of Apple's CryptoKit, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

public protocol Digest: Hashable, Sequence, CustomStringConvertible, Sendable where Element == UInt8 {
    static var byteCount: Int { get }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

public protocol HashFunction {
    associatedtype Digest: CryptoKit.Digest

    static var blockByteCount: Int { get }

    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

extension HashFunction {
    public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError("declaration only") }
    public mutating func update<D: DataProtocol>(data: D) { fatalError("declaration only") }
}

public struct SHA256Digest: Digest {
    public static var byteCount: Int { fatalError("declaration only") }

    public var description: String { fatalError("declaration only") }

    public func makeIterator() -> Array<UInt8>.Iterator { fatalError("declaration only") }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        fatalError("declaration only")
    }
}

public struct SHA256: HashFunction, Sendable {
    public typealias Digest = SHA256Digest

    public static var blockByteCount: Int { fatalError("declaration only") }

    public init() { fatalError("declaration only") }
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { fatalError("declaration only") }
    public func finalize() -> SHA256Digest { fatalError("declaration only") }
}
