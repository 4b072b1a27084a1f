public import Foundation
import Networking
import Primitives

/// An error of the account service, of the payment or of a purchase.
public enum SubscriptionError: Error, Hashable, Sendable {
    /// The store has no such product.
    case unknownProduct(String)
    /// The service answered with another status than 200.
    case unexpectedStatus(Int)
    /// The answer of the service is not the expected JSON.
    case unreadableAnswer
    /// The store did not sign the payment.
    case unverifiedPayment
    /// The payment waits for the approval of another person.
    case paymentPending
    /// The checkout was not paid in time.
    case checkoutExpired
    /// There is no earlier purchase to restore.
    case nothingToRestore
    /// The script of a simulated purchase demanded this failure.
    case scripted(SubscriptionPurchaseStep)
    /// Another purchase is in progress, perhaps in another process.
    case purchaseInProgress
    /// The account service does not accept the payment. It stays stored and is presented again later.
    case paymentNotAccepted
}

extension SubscriptionError: CustomStringConvertible {
    /// The subject, the offending value and the remedy.
    public var description: String {
        switch self {
        case .unknownProduct(let id): "Subscription: the store has no product '\(id)'. Choose one that it offers."
        case .unexpectedStatus(let status):
            "Account service: status \(status) instead of 200. Check the services address, and try again."
        case .unreadableAnswer: "Account service: the answer is not the expected JSON. Check the services address."
        case .unverifiedPayment: "Subscription: the store did not sign the payment. Try again."
        case .paymentPending: "Subscription: the payment waits for approval. It is finished once it is approved."
        case .checkoutExpired: "Subscription: the checkout was not paid in time. Start again."
        case .nothingToRestore: "Subscription: there is no earlier purchase here. Subscribe instead."
        case .scripted(let step): "Subscription: the script made \(step.rawValue) fail."
        case .purchaseInProgress: "Subscription: another purchase is in progress. Finish or cancel it first."
        case .paymentNotAccepted:
            "Account service: the payment is not accepted. You are not charged again. Restore the purchase later."
        }
    }
}

extension SubscriptionError: CustomNSError {
    /// The domain of the errors in reports.
    public static var errorDomain: String { "Subscription" }

    /// The ``description`` as the localised description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// The service's status, or a number below 100 that never changes its meaning.
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
        case .purchaseInProgress: 8
        case .paymentNotAccepted: 9
        }
    }
}

/// Whether an error, or one that underlies it, means that the person or the task gave up.
func isCancellation(_ error: any Error) -> Bool {
    if error is CancellationError || error as? HTTPFailure == .cancelled { return true }
    return ErrorChain(error).links.contains { cancellations.contains($0) }
}

/// Whether an error means that the payment waits for the approval of another person.
func isApprovalPending(_ error: any Error) -> Bool { error as? SubscriptionError == .paymentPending }

private let cancellations: Set<ErrorChain.Link> = [
    .init(domain: "Swift.CancellationError", code: 1),
    .init(domain: NSURLErrorDomain, code: URLError.Code.cancelled.rawValue),
    .init(domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue),
    .init(domain: "SKErrorDomain", code: 2),  // SKError.paymentCancelled
    .init(domain: "com.apple.AuthenticationServices.WebAuthenticationSession", code: 1),  // canceledLogin
]

/// The result of a request about something that may not exist, or `nil` if the service does not know it (401 or 404).
func nilIfUnknown<Value>(_ request: () async throws -> Value) async throws -> Value? {
    do {
        return try await request()
    } catch SubscriptionError.unexpectedStatus(401), SubscriptionError.unexpectedStatus(404) {
        return nil
    }
}
