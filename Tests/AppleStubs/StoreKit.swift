// Declarations of Apple's StoreKit framework, as its public documentation gives them. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum VerificationResult<SignedType: Sendable>: Sendable {
    case unverified(SignedType, VerificationError)
    case verified(SignedType)

    public enum VerificationError: Error { case invalidSignature }
}

extension VerificationResult where SignedType == Transaction {
    public var jwsRepresentation: String { fatalError("declaration only") }
}

public struct Transaction: Sendable {
    public struct Transactions: AsyncSequence, Sendable {
        public typealias Element = VerificationResult<Transaction>
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async -> VerificationResult<Transaction>? { fatalError("declaration only") }
        }
        public func makeAsyncIterator() -> AsyncIterator { fatalError("declaration only") }
    }

    public static var currentEntitlements: Transactions { fatalError("declaration only") }
    public var productType: Product.ProductType { fatalError("declaration only") }
    public func finish() async { fatalError("declaration only") }
}

public struct Product: Sendable {
    public struct ProductType: Hashable, Sendable {
        public static var autoRenewable: ProductType { fatalError("declaration only") }
    }

    public enum PurchaseResult: Sendable {
        case success(VerificationResult<Transaction>)
        case userCancelled
        case pending
    }

    public struct PurchaseOption: Hashable, Sendable {}

    public static func products(for identifiers: [String]) async throws -> [Product] { fatalError("declaration only") }
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        fatalError("declaration only")
    }
}
