public import Foundation

/// The account service over HTTP, at `{services}/api/account/…`.
public struct HTTPSubscriptionAPI: SubscriptionAPI {
    private let client: JSONClient

    /// Creates a client.
    ///
    /// - Parameter services: The address under which the service's paths begin.
    public init(services: URL) { client = JSONClient(services: services) }

    /// `POST create`.
    public func createAccount() async throws -> SubscriptionAccount { try await client.post("api/account/create") }

    /// `POST confirm`.
    public func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState
    {
        try await client.post("api/account/confirm", ["proof": receipt.proof], token: account.token)
    }

    /// `GET subscription`.
    public func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        try await client.get("api/account/subscription", token: account.token)
    }

    /// `POST restore`.
    public func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        try await client.post("api/account/restore", ["proof": receipt.proof])
    }
}
