public import Foundation
package import Networking

/// The account service.
public protocol SubscriptionAPI: Sendable {
    /// Creates an account.
    func createAccount() async throws -> SubscriptionAccount
    /// Presents a payment. The subscription then belongs to the account. The same payment may be presented again.
    func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState
    /// Returns the subscription of an account.
    func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState
    /// Returns the account that an earlier payment belongs to.
    func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount
}

/// An account of the service.
public struct SubscriptionAccount: Codable, Hashable, Sendable {
    /// The secret that lets the device use the account.
    public let token: String

    /// Creates an account from its token.
    public init(token: String) { self.token = token }
}

/// A proof of payment, as the account service takes it.
public struct PurchaseReceipt: Codable, Hashable, Sendable {
    /// The text that the store or the checkout signed.
    public let proof: String
    /// The store's number of the transaction, or `nil` if the platform has none.
    public let transactionID: String?

    /// Creates a receipt.
    public init(proof: String, transactionID: String? = nil) {
        self.proof = proof
        self.transactionID = transactionID
    }
}

/// The subscription of an account.
public struct SubscriptionState: Codable, Hashable, Sendable {
    /// Whether it is paid.
    public let isActive: Bool
    /// What it allows. Empty until the service has set it up.
    public let entitlements: [String]

    /// Describes a subscription.
    public init(isActive: Bool, entitlements: [String]) {
        self.isActive = isActive
        self.entitlements = entitlements
    }

    /// Whether the person can use what was bought.
    public var isUsable: Bool { isActive && !entitlements.isEmpty }
}

/// The account service over HTTP, at `{services}/api/account/…`.
public struct HTTPSubscriptionAPI: SubscriptionAPI {
    private let client: JSONClient

    /// Creates a client.
    ///
    /// - Parameter services: The address under which the paths of the service begin.
    public init(services: URL) { client = JSONClient(services: services) }

    /// Creates a client that sends its requests by a function.
    package init(
        services: URL, send: @escaping @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer
    ) {
        client = JSONClient(services: services, send: send)
    }

    /// Sends `POST create`.
    public func createAccount() async throws -> SubscriptionAccount { try await client.post("api/account/create") }

    /// Sends `POST confirm`.
    public func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState
    {
        try await client.post("api/account/confirm", ["proof": receipt.proof], token: account.token)
    }

    /// Sends `GET subscription`.
    public func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        try await client.get("api/account/subscription", token: account.token)
    }

    /// Sends `POST restore`.
    public func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        try await client.post("api/account/restore", ["proof": receipt.proof])
    }
}
