/// A payment provider.
public protocol PurchaseProvider: Sendable {
    /// The platform that the instrumentation reports.
    var platform: SubscriptionPlatform { get }

    /// Sees to it that the product can be bought.
    ///
    /// - Throws: ``SubscriptionError/unknownProduct(_:)``, or why that cannot be known.
    func prepare(selectionID: String) async throws

    /// Lets the person pay, and returns the receipt; `nil` when the person gave up.
    func purchase(selectionID: String, account: SubscriptionAccount) async throws -> PurchaseReceipt?

    /// The receipt of an earlier purchase on this device; `nil` when there is none.
    func earlierPurchase() async throws -> PurchaseReceipt?
}
