public import Foundation

/// What can go wrong between this device, the account service and whoever takes the money.
public enum SubscriptionError: Error, Hashable, Sendable {
    /// The store has no such product.
    case unknownProduct(String)
    /// The service answered with another status than 200.
    case unexpectedStatus(Int)
    /// The service's answer is not what the interface says.
    case unreadableAnswer
    /// The store could not vouch for the payment.
    case unverifiedPayment
    /// Somebody else must approve the payment first.
    case paymentPending
    /// The checkout was not paid in time.
    case checkoutExpired
    /// There is no earlier purchase to restore.
    case nothingToRestore
    /// The script said so.
    case scripted(SubscriptionPurchaseStep)
}

extension SubscriptionError: CustomStringConvertible {
    /// The subject, the offending value and the remedy.
    public var description: String {
        switch self {
        case .unknownProduct(let id): "Subscription: the store has no product '\(id)'. Choose one that it offers."
        case .unexpectedStatus(let status):
            "Account service: status \(status) instead of 200. Check the services address, and try again."
        case .unreadableAnswer: "Account service: the answer is not the JSON expected. Check the services address."
        case .unverifiedPayment: "Subscription: the store cannot vouch for the payment. Try again."
        case .paymentPending: "Subscription: the payment waits for approval. It goes on once it is approved."
        case .checkoutExpired: "Subscription: the checkout was not paid in time. Begin again."
        case .nothingToRestore: "Subscription: there is no earlier purchase here. Subscribe instead."
        case .scripted(let step): "Subscription: the script failed \(step.rawValue), as it was told to."
        }
    }
}

extension SubscriptionError: CustomNSError {
    /// The domain under which the errors are counted.
    public static var errorDomain: String { "Subscription" }

    /// The ``description``, where `localizedDescription` looks for it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// A number that never changes its meaning: the service's status, or one below 100.
    public var errorCode: Int {
        switch self {
        case .unexpectedStatus(let status): status
        case .unreadableAnswer: 1
        case .unknownProduct: 2
        case .unverifiedPayment: 3
        case .paymentPending: 4
        case .checkoutExpired: 5
        case .nothingToRestore: 6
        case .scripted: 7
        }
    }
}

/// Whether an error means that the person, or the task, gave up.
func isCancellation(_ error: any Error) -> Bool {
    error is CancellationError || (error as? URLError)?.code == .cancelled
}
