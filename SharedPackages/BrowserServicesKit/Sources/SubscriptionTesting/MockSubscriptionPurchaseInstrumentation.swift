import Primitives
public import Subscription
public import WideEvent

/// An instrumentation that records the hooks a purchase calls, in order and with their arguments.
///
/// ```swift
/// import Subscription
/// import SubscriptionTesting
/// import Testing
///
/// @Test("A cancelled purchase ends with its own hook")
/// func cancelled() {
///     let instrumentation = MockSubscriptionPurchaseInstrumentation()
///     let feature: any SubscriptionPurchaseInstrumentation = instrumentation
///     feature.purchaseCancelled()
///     #expect(instrumentation.calls == [.purchaseCancelled])
/// }
/// ```
public final class MockSubscriptionPurchaseInstrumentation: SubscriptionPurchaseInstrumentation {
    /// One call of a hook. Errors are reduced to domains and codes, so that calls can be compared.
    public enum Call: Sendable, Hashable {
        /// The hook of this name was called.
        case purchasePageShown
        /// The hook of this name was called.
        case priceSelected(SubscriptionPlan)
        /// The hook of this name was called.
        case pageClicked(SubscriptionPageElement)
        /// The hook of this name was called.
        case purchaseAttemptStarted(
            selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?)
        /// The hook of this name was called.
        case accountCreated(duration: Duration?)
        /// The hook of this name was called.
        case paymentCompleted(duration: Duration?)
        /// The hook of this name was called.
        case activationStarted
        /// The hook of this name was called.
        case activationSucceeded
        /// The hook of this name was called.
        case stripePurchaseSucceeded
        /// The hook of this name was called.
        case activationFailedWithMissingEntitlements
        /// The hook of this name was called.
        case activeSubscriptionAlreadyPresent
        /// The hook of this name was called.
        case purchaseCancelled
        /// The hook of this name was called.
        case purchaseFailed(step: SubscriptionPurchaseStep, error: WideEventErrorData)
        /// The hook of this name was called.
        case restoreStarted
        /// The hook of this name was called.
        case restoreSucceeded
        /// The hook of this name was called.
        case restoreFailed(error: WideEventErrorData)
    }

    private let recorded = Locked<[Call]>([])

    /// Creates an instrumentation without calls.
    public init() {}

    /// All calls, in order.
    public var calls: [Call] { recorded.withLock { $0 } }

    /// Removes all calls.
    public func reset() { recorded.withLock { $0 = [] } }

    private func record(_ call: Call) { recorded.withLock { $0.append(call) } }

    /// Records the call.
    public func purchasePageShown() { record(.purchasePageShown) }
    /// Records the call.
    public func priceSelected(_ plan: SubscriptionPlan) { record(.priceSelected(plan)) }
    /// Records the call.
    public func pageClicked(_ element: SubscriptionPageElement) { record(.pageClicked(element)) }
    /// Records the call.
    public func purchaseAttemptStarted(
        selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?
    ) {
        record(
            .purchaseAttemptStarted(
                selectionID: selectionID, freeTrialEligible: freeTrialEligible, platform: platform, origin: origin))
    }
    /// Records the call.
    public func accountCreated(duration: MeasuredInterval) { record(.accountCreated(duration: duration.duration)) }
    /// Records the call.
    public func paymentCompleted(duration: MeasuredInterval) { record(.paymentCompleted(duration: duration.duration)) }
    /// Records the call.
    public func activationStarted() { record(.activationStarted) }
    /// Records the call.
    public func activationSucceeded() { record(.activationSucceeded) }
    /// Records the call.
    public func stripePurchaseSucceeded() { record(.stripePurchaseSucceeded) }
    /// Records the call.
    public func activationFailedWithMissingEntitlements() { record(.activationFailedWithMissingEntitlements) }
    /// Records the call.
    public func activeSubscriptionAlreadyPresent() { record(.activeSubscriptionAlreadyPresent) }
    /// Records the call.
    public func purchaseCancelled() { record(.purchaseCancelled) }
    /// Records the call.
    public func purchaseFailed(step: SubscriptionPurchaseStep, error: any Error) {
        record(.purchaseFailed(step: step, error: WideEventErrorData(error)))
    }
    /// Records the call.
    public func restoreStarted() { record(.restoreStarted) }
    /// Records the call.
    public func restoreSucceeded() { record(.restoreSucceeded) }
    /// Records the call.
    public func restoreFailed(error: any Error) { record(.restoreFailed(error: WideEventErrorData(error))) }
}
