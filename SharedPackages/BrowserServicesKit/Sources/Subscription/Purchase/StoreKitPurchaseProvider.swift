#if canImport(StoreKit)
import StoreKit

/// Purchases through the App Store, with StoreKit 2.
///
/// A transaction is finished after the account service has confirmed it. StoreKit delivers it again until then, also to the
/// next launch.
public struct StoreKitPurchaseProvider: PurchaseProvider {
    /// Creates a provider.
    public init() {}

    /// The App Store.
    public var platform: SubscriptionPlatform { .appStore }

    /// Asks the App Store for the product.
    public func prepare(selectionID: String) async throws { _ = try await product(selectionID) }

    /// Shows the App Store's sheet.
    public func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        do {
            switch try await product(purchase.selectionID).purchase() {
            case .userCancelled: return nil
            case .pending: throw SubscriptionError.paymentPending
            case .success(let signed):
                guard let receipt = PurchaseReceipt(signed) else { throw SubscriptionError.unverifiedPayment }
                return receipt
            @unknown default: throw SubscriptionError.unverifiedPayment
            }
        } catch StoreKitError.userCancelled {
            return nil
        }
    }

    /// Returns the newest verified subscription of this Apple account.
    public func earlierPurchase() async throws -> PurchaseReceipt? {
        await Self.receipts(in: Transaction.currentEntitlements).first
    }

    /// Returns the verified subscriptions that were not finished.
    public func unfinishedPurchases() async -> [PurchaseReceipt] {
        await Self.receipts(in: Transaction.unfinished)
    }

    /// Delivers `Transaction.updates`: approved purchases, renewals, and purchases on other devices.
    public func updates() -> AsyncStream<PurchaseReceipt> {
        AsyncStream { continuation in
            let task = Task {
                for await result in Transaction.updates {
                    if let receipt = PurchaseReceipt(result) { continuation.yield(receipt) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Finishes the transaction of a receipt.
    public func finish(_ receipt: PurchaseReceipt) async {
        for await case .verified(let transaction) in Transaction.unfinished
        where String(transaction.id) == receipt.transactionID {
            await transaction.finish()
        }
    }

    private static func receipts(in transactions: Transaction.Transactions) async -> [PurchaseReceipt] {
        var receipts: [PurchaseReceipt] = []
        for await result in transactions {
            if let receipt = PurchaseReceipt(result) { receipts.append(receipt) }
        }
        return receipts
    }

    private func product(_ id: String) async throws -> Product {
        guard let product = try await Product.products(for: [id]).first else {
            throw SubscriptionError.unknownProduct(id)
        }
        return product
    }
}

extension PurchaseReceipt {
    /// The receipt of a verified subscription.
    fileprivate init?(_ result: VerificationResult<Transaction>) {
        guard case .verified(let transaction) = result, transaction.productType == .autoRenewable else { return nil }
        self.init(proof: result.jwsRepresentation, transactionID: String(transaction.id))
    }
}
#endif
