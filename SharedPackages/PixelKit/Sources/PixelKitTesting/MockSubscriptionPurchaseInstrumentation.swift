import Persistence
import Primitives
public import Subscription
public import WideEvent

/// Keeps the hooks that a purchase calls, in order and with their arguments.
///
/// ```text
/// let instrumentation = MockSubscriptionPurchaseInstrumentation()
/// await PurchasePage(instrumentation: instrumentation).buy()
/// #expect(instrumentation.calls.last == .purchaseCancelled)
/// ```
public final class MockSubscriptionPurchaseInstrumentation: SubscriptionPurchaseInstrumentation {
    /// One call; of an error, what may travel.
    public enum Call: Sendable, Hashable {
        /// See the hook of this name.
        case purchasePageShown
        /// See the hook of this name.
        case priceSelected(SubscriptionPlan)
        /// See the hook of this name.
        case pageClicked(SubscriptionPageElement)
        /// See the hook of this name.
        case purchaseAttemptStarted(
            selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?)
        /// See the hook of this name.
        case accountCreated(duration: Duration?)
        /// See the hook of this name.
        case paymentCompleted(duration: Duration?)
        /// See the hook of this name.
        case activationStarted
        /// See the hook of this name.
        case activationSucceeded
        /// See the hook of this name.
        case stripePurchaseSucceeded
        /// See the hook of this name.
        case activationFailedWithMissingEntitlements
        /// See the hook of this name.
        case activeSubscriptionAlreadyPresent
        /// See the hook of this name.
        case purchaseCancelled
        /// See the hook of this name.
        case purchaseFailed(step: SubscriptionPurchaseStep, error: WideEventErrorData)
        /// See the hook of this name.
        case restoreStarted
        /// See the hook of this name.
        case restoreSucceeded
        /// See the hook of this name.
        case restoreFailed(error: WideEventErrorData)
    }

    private let captured = Locked<[Call]>([])

    /// Creates an empty list.
    public init() {}

    /// Every call in order.
    public var calls: [Call] { captured.withLock { $0 } }

    /// Forgets the calls.
    public func reset() { captured.withLock { $0 = [] } }

    private func capture(_ call: Call) { captured.withLock { $0.append(call) } }

    /// Keeps the call.
    public func purchasePageShown() { capture(.purchasePageShown) }
    /// Keeps the call.
    public func priceSelected(_ plan: SubscriptionPlan) { capture(.priceSelected(plan)) }
    /// Keeps the call.
    public func pageClicked(_ element: SubscriptionPageElement) { capture(.pageClicked(element)) }
    /// Keeps the call.
    public func purchaseAttemptStarted(
        selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?
    ) {
        capture(
            .purchaseAttemptStarted(
                selectionID: selectionID, freeTrialEligible: freeTrialEligible, platform: platform, origin: origin))
    }
    /// Keeps the call.
    public func accountCreated(duration: MeasuredInterval) { capture(.accountCreated(duration: duration.duration)) }
    /// Keeps the call.
    public func paymentCompleted(duration: MeasuredInterval) { capture(.paymentCompleted(duration: duration.duration)) }
    /// Keeps the call.
    public func activationStarted() { capture(.activationStarted) }
    /// Keeps the call.
    public func activationSucceeded() { capture(.activationSucceeded) }
    /// Keeps the call.
    public func stripePurchaseSucceeded() { capture(.stripePurchaseSucceeded) }
    /// Keeps the call.
    public func activationFailedWithMissingEntitlements() { capture(.activationFailedWithMissingEntitlements) }
    /// Keeps the call.
    public func activeSubscriptionAlreadyPresent() { capture(.activeSubscriptionAlreadyPresent) }
    /// Keeps the call.
    public func purchaseCancelled() { capture(.purchaseCancelled) }
    /// Keeps the call.
    public func purchaseFailed(step: SubscriptionPurchaseStep, error: any Error) {
        capture(.purchaseFailed(step: step, error: WideEventErrorData(error)))
    }
    /// Keeps the call.
    public func restoreStarted() { capture(.restoreStarted) }
    /// Keeps the call.
    public func restoreSucceeded() { capture(.restoreSucceeded) }
    /// Keeps the call.
    public func restoreFailed(error: any Error) { capture(.restoreFailed(error: WideEventErrorData(error))) }
}
