#if canImport(StoreKit)
import StoreKit

/// Purchases through the App Store, with StoreKit 2.
public struct StoreKitPurchaseProvider: PurchaseProvider {
    /// Creates a provider.
    public init() {}

    /// The App Store.
    public var platform: SubscriptionPlatform { .appStore }

    /// Asks the App Store for the product.
    public func prepare(selectionID: String) async throws { _ = try await product(selectionID) }

    /// Shows the App Store's sheet. The transaction is finished here: the receipt is its signed form.
    public func purchase(selectionID: String, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        let result = try await product(selectionID).purchase()
        if case .userCancelled = result { return nil }
        if case .pending = result { throw SubscriptionError.paymentPending }
        guard case .success(let signed) = result, case .verified(let transaction) = signed else {
            throw SubscriptionError.unverifiedPayment
        }
        await transaction.finish()
        return PurchaseReceipt(proof: signed.jwsRepresentation)
    }

    /// The signed form of the newest verified subscription of this Apple account.
    public func earlierPurchase() async throws -> PurchaseReceipt? {
        for await result in Transaction.currentEntitlements {
            if case .verified(let transaction) = result, transaction.productType == .autoRenewable {
                return PurchaseReceipt(proof: result.jwsRepresentation)
            }
        }
        return nil
    }

    private func product(_ id: String) async throws -> Product {
        guard let product = try await Product.products(for: [id]).first else {
            throw SubscriptionError.unknownProduct(id)
        }
        return product
    }
}
#endif
