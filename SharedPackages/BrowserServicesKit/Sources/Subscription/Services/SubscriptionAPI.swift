public import Foundation

/// The account service.
public protocol SubscriptionAPI: Sendable {
    /// Creates an account.
    func createAccount() async throws -> SubscriptionAccount
    /// Presents a payment; the subscription becomes the account's.
    func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState
    /// What the account is subscribed to.
    func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState
    /// The account that an earlier payment belongs to.
    func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount
}

/// An account of the service.
public struct SubscriptionAccount: Codable, Hashable, Sendable {
    /// Proves that the device may use the account; a secret.
    public let token: String

    /// Creates an account from its token.
    public init(token: String) { self.token = token }
}

/// A proof of payment, as the account service takes it.
public struct PurchaseReceipt: Codable, Hashable, Sendable {
    /// What the store or the checkout signed.
    public let proof: String

    /// Creates a receipt.
    public init(proof: String) { self.proof = proof }
}

/// Where the device keeps its account.
public protocol SubscriptionAccounts: Sendable {
    /// The account; `nil` when there is none.
    func account() throws -> SubscriptionAccount?
    /// Keeps an account in place of the one that is kept.
    func keep(_ account: SubscriptionAccount) throws
}

/// What an account is subscribed to.
public struct SubscriptionState: Codable, Hashable, Sendable {
    /// Whether it is paid.
    public let isActive: Bool
    /// What it allows, once that is set up.
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
