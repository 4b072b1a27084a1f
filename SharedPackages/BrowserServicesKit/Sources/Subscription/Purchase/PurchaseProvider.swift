/// The platform that takes the payment.
///
/// A platform with checkouts implements ``openCheckout(for:account:)``, ``checkout(_:account:)`` and
/// ``closeCheckout(_:account:)``. A platform with transactions implements ``unfinishedPurchases()``, ``updates()`` and
/// ``finish(_:)``. The other methods then have a default that does nothing.
public protocol PurchaseProvider: Sendable {
    /// The platform's name in reports.
    var platform: SubscriptionPlatform { get }

    /// Checks that the product can be bought.
    ///
    /// - Throws: ``SubscriptionError/unknownProduct(_:)``, or the reason why that is not known.
    func prepare(selectionID: String) async throws

    /// Opens a checkout, which the person cannot pay yet, and returns its name. `nil` if the platform has no checkouts.
    func openCheckout(for selectionID: String, account: SubscriptionAccount) async throws -> String?

    /// Lets the person pay, and returns the receipt. `nil` if the person gave up.
    ///
    /// - Throws: ``SubscriptionError/checkoutExpired`` when the checkout can no longer be paid,
    ///   ``SubscriptionError/paymentPending``, or the reason why the payment failed.
    func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt?

    /// Returns the state of a checkout, without waiting.
    func checkout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState

    /// Closes a checkout, so that it can no longer be paid, and returns its state.
    func closeCheckout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState

    /// Returns the receipt of an earlier purchase on this device, or `nil` if there is none.
    func earlierPurchase() async throws -> PurchaseReceipt?

    /// Returns the receipts of payments that were not finished.
    func unfinishedPurchases() async -> [PurchaseReceipt]

    /// Delivers payments that are made outside of a purchase, such as approved or renewed ones, until the task is cancelled.
    func updates() -> AsyncStream<PurchaseReceipt>

    /// Tells the platform that the purchase was delivered. It delivers the payment again until then.
    func finish(_ receipt: PurchaseReceipt) async
}

/// The state of a checkout.
public enum CheckoutState: Hashable, Sendable {
    /// The person can pay.
    case open
    /// The person paid.
    case paid(PurchaseReceipt)
    /// The checkout was cancelled or has expired. It can no longer be paid.
    case ended
}

extension PurchaseProvider {
    /// Returns `nil`: the platform has no checkouts.
    public func openCheckout(for selectionID: String, account: SubscriptionAccount) async throws -> String? { nil }

    /// Throws ``SubscriptionError/purchaseInProgress``: the checkout belongs to another platform, and may be paid there.
    public func checkout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        throw SubscriptionError.purchaseInProgress
    }

    /// Throws ``SubscriptionError/purchaseInProgress``: the checkout belongs to another platform, and may be paid there.
    public func closeCheckout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        throw SubscriptionError.purchaseInProgress
    }

    /// Returns no receipt.
    public func unfinishedPurchases() async -> [PurchaseReceipt] { [] }

    /// Returns a stream without elements.
    public func updates() -> AsyncStream<PurchaseReceipt> { AsyncStream { $0.finish() } }

    /// Does nothing.
    public func finish(_ receipt: PurchaseReceipt) async {}
}
