public import Foundation

/// A checkout on a web page, in Stripe's manner: a session is opened, and asked about until it is paid.
public struct CheckoutPurchaseProvider: PurchaseProvider {
    private struct Session: Decodable {
        enum Status: String, Decodable { case open, complete, cancelled, expired }

        let id: String
        let status: Status
        let proof: String?
    }

    private struct Products: Decodable { let products: [String] }

    private static let interval: Duration = .seconds(1)

    private let client: JSONClient
    private let clock: any Clock<Duration>

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - services: The address under which `api/checkout/…` is.
    ///   - clock: What the second between two questions is measured with.
    public init(services: URL, clock: any Clock<Duration> = ContinuousClock()) {
        client = JSONClient(services: services)
        self.clock = clock
    }

    /// Stripe.
    public var platform: SubscriptionPlatform { .stripe }

    /// `GET products`.
    public func prepare(selectionID: String) async throws {
        let offered: Products = try await client.get("api/checkout/products")
        guard offered.products.contains(selectionID) else { throw SubscriptionError.unknownProduct(selectionID) }
    }

    /// `POST sessions`, then `GET sessions/ID` once a second until the session is not open any more.
    public func purchase(selectionID: String, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        var session: Session = try await client.post(
            "api/checkout/sessions", ["product": selectionID], token: account.token)
        while session.status == .open {
            try await clock.sleep(for: Self.interval)
            session = try await client.get("api/checkout/sessions/\(session.id)", token: account.token)
        }
        switch session.status {
        case .cancelled: return nil
        case .expired, .open: throw SubscriptionError.checkoutExpired
        case .complete:
            guard let proof = session.proof else { throw SubscriptionError.unreadableAnswer }
            return PurchaseReceipt(proof: proof)
        }
    }

    /// None: what was paid on a web page belongs to the account, not to the device.
    public func earlierPurchase() async throws -> PurchaseReceipt? { nil }
}
