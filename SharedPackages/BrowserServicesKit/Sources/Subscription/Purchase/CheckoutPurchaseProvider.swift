public import Foundation
package import Networking

/// A checkout on a web page, as Stripe has it: a session is opened, and polled until it is paid.
public struct CheckoutPurchaseProvider: PurchaseProvider {
    private struct Session: Decodable {
        enum Status: String, Decodable { case open, complete, cancelled, expired }

        let id: String
        let status: Status
        let proof: String?

        func state() throws -> CheckoutState {
            switch status {
            case .open: return .open
            case .cancelled, .expired: return .ended
            case .complete:
                guard let proof else { throw SubscriptionError.unreadableAnswer }
                return .paid(PurchaseReceipt(proof: proof))
            }
        }
    }

    private struct Products: Decodable { let products: [String] }

    /// The wait between two polls.
    static let interval: Duration = .seconds(1)
    /// The number of failed polls in a row after which the payment counts as failed. The checkout stays stored.
    static let failureLimit = 10

    private let client: JSONClient
    private let clock: any Clock<Duration>

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - services: The address under which `api/checkout/…` is.
    ///   - clock: The clock of the polls.
    public init(services: URL, clock: any Clock<Duration> = ContinuousClock()) {
        client = JSONClient(services: services)
        self.clock = clock
    }

    /// Creates a provider that sends its requests by a function.
    package init(
        services: URL, clock: any Clock<Duration>,
        send: @escaping @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer
    ) {
        client = JSONClient(services: services, send: send)
        self.clock = clock
    }

    /// Stripe.
    public var platform: SubscriptionPlatform { .stripe }

    /// Sends `GET products`.
    public func prepare(selectionID: String) async throws {
        let offered: Products = try await client.get("api/checkout/products")
        guard offered.products.contains(selectionID) else { throw SubscriptionError.unknownProduct(selectionID) }
    }

    /// Sends `POST sessions`.
    public func openCheckout(for selectionID: String, account: SubscriptionAccount) async throws -> String? {
        let session: Session = try await client.post(
            "api/checkout/sessions", ["product": selectionID], token: account.token)
        return session.id
    }

    /// Sends `GET sessions/ID` once a second until the session is no longer open. Single failures do not end it.
    public func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        guard let id = purchase.checkoutID else { throw SubscriptionError.checkoutExpired }
        var failures = 0
        while true {
            do {
                let session = try await session(id, account)
                failures = 0
                switch try session.state() {
                case .open: break
                case .paid(let receipt): return receipt
                case .ended:
                    if session.status == .cancelled { return nil }
                    throw SubscriptionError.checkoutExpired
                }
            } catch let error where error as? SubscriptionError != .checkoutExpired && !isCancellation(error) {
                failures += 1
                if failures == Self.failureLimit { throw error }
            }
            try await clock.sleep(for: Self.interval)
        }
    }

    /// Sends `GET sessions/ID`. A session that the service does not know has ended.
    public func checkout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        try await nilIfUnknown { try await session(id, account).state() } ?? .ended
    }

    /// Sends `POST sessions/ID/expire`. A session that the service does not know has ended.
    public func closeCheckout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        try await nilIfUnknown {
            let session: Session = try await client.post(
                "api/checkout/sessions/\(id)/expire", token: account.token)
            return try session.state()
        } ?? .ended
    }

    /// Returns `nil`: a payment on a web page belongs to the account, not to the device.
    public func earlierPurchase() async throws -> PurchaseReceipt? { nil }

    private func session(_ id: String, _ account: SubscriptionAccount) async throws -> Session {
        try await client.get("api/checkout/sessions/\(id)", token: account.token)
    }
}
