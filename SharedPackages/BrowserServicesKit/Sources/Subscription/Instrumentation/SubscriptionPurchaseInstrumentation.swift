public import WideEvent

/// The facade through which the purchase of a subscription reports what happens.
///
/// The feature calls a hook for each thing that happens. It knows neither pixels nor wide events:
///
/// ```swift
/// import Subscription
///
/// final class PurchasePage {
///     private let instrumentation: any SubscriptionPurchaseInstrumentation
///
///     init(instrumentation: any SubscriptionPurchaseInstrumentation) {
///         self.instrumentation = instrumentation
///         instrumentation.purchasePageShown()
///     }
///
///     func chosePlan(_ plan: SubscriptionPlan) {
///         instrumentation.priceSelected(plan)
///         instrumentation.purchaseAttemptStarted(
///             selectionID: "browser.\(plan.rawValue)", freeTrialEligible: false, platform: .stripe, origin: "settings")
///     }
///
///     func paymentFailed(_ error: any Error) {
///         instrumentation.purchaseFailed(step: .accountPayment, error: error)
///     }
/// }
/// ```
///
/// The expected order is:
///
/// 1. The hooks of the page, in any number.
/// 2. `purchaseAttemptStarted`, `accountCreated` (for a new account), `paymentCompleted`, `activationStarted`.
/// 3. One end: `activationSucceeded` (App Store), `stripePurchaseSucceeded` (Stripe) or
///    `activationFailedWithMissingEntitlements`. At any step, it may be `purchaseCancelled`, `purchaseFailed` or
///    `activeSubscriptionAlreadyPresent` instead.
///
/// The hooks of a restore are independent of that order.
///
/// Every hook may be called at any time, from any thread. The table shows the effects. A cell lists the events that are fired
/// and, after `;`, the effects on the journey's wide event. *none*: no attempt was started. *open*: an attempt is running.
/// *over*: the last attempt has ended.
///
/// | hook | none | open | over |
/// |---|---|---|---|
/// | purchasePageShown | pageShown | pageShown | pageShown |
/// | priceSelected | priceSelected | priceSelected | priceSelected |
/// | pageClicked | pageClicked | pageClicked | pageClicked |
/// | purchaseAttemptStarted | purchaseAttempted; start | purchaseAttempted; give up, start | purchaseAttempted; start |
/// | accountCreated | – | ; update | – |
/// | paymentCompleted | purchaseSucceeded | purchaseSucceeded¹; update | purchaseSucceeded¹ |
/// | activationStarted | – | ; update | – |
/// | activationSucceeded | activated; end waiting | activated; success, end waiting | activated¹; end waiting |
/// | stripePurchaseSucceeded | purchaseSucceeded activated | purchaseSucceeded¹ activated; success² | purchaseSucceeded¹ activated¹ |
/// | activationFailedWithMissingEntitlements | entitlementsMissing | entitlementsMissing; wait | – |
/// | activeSubscriptionAlreadyPresent | alreadySubscribed | alreadySubscribed; discard | – |
/// | purchaseCancelled | purchaseCancelled | purchaseCancelled⁴; cancelled | – |
/// | purchaseFailed³ | purchaseFailed | purchaseFailed; failure | – |
/// | restoreStarted | restoreStarted | restoreStarted | restoreStarted |
/// | restoreSucceeded | restoreSucceeded; end waiting | restoreSucceeded; end waiting | restoreSucceeded; end waiting |
/// | restoreFailed | restoreFailed | restoreFailed | restoreFailed |
///
/// ¹ Once for each attempt. ² Only for a Stripe attempt. An App Store attempt stays open, and both events are fired in any
/// case. ³ With an error that means cancellation, it has the effects of `purchaseCancelled`. With a pending approval
/// (``SubscriptionError/paymentPending``), the event is `approvalPending` and the wide event ends as `UNKNOWN`,
/// `approval_pending`. ⁴ A paid attempt is not cancelled. It has no event and its effect is *wait*.
///
/// - *give up*: the open attempt ends as `UNKNOWN`, `partial_data` if it was paid. Otherwise it is discarded.
/// - *wait*: the attempt is over. Its wide event stays pending for the entitlements, for up to 4 hours. An attempt that is
///   interrupted after `activationStarted` waits, too.
/// - *end waiting*: wide events that wait, also those of earlier launches, end as `SUCCESS`,
///   `missing_entitlements_delayed_activation`. The open attempt is not among them.
public protocol SubscriptionPurchaseInstrumentation: AnyObject, Sendable {
    /// The page that offers the subscription was shown.
    func purchasePageShown()
    /// A price on the page was chosen.
    func priceSelected(_ plan: SubscriptionPlan)
    /// Another element of the page was chosen.
    func pageClicked(_ element: SubscriptionPageElement)

    /// A person began to purchase.
    ///
    /// - Parameters:
    ///   - selectionID: The product.
    ///   - freeTrialEligible: Whether the person can have a free trial first.
    ///   - platform: The platform that takes the payment.
    ///   - origin: The place that led the person here. `nil` is reported as `unknown`.
    func purchaseAttemptStarted(
        selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?)
    /// An account was created.
    func accountCreated(duration: MeasuredInterval)
    /// The payment succeeded.
    func paymentCompleted(duration: MeasuredInterval)
    /// The confirmation of the payment began.
    func activationStarted()
    /// The subscription is active and its entitlements have arrived, perhaps late.
    func activationSucceeded()
    /// A purchase through Stripe's checkout succeeded and is active.
    func stripePurchaseSucceeded()
    /// The payment is confirmed, and the entitlements have not arrived yet.
    func activationFailedWithMissingEntitlements()
    /// The person already has an active subscription, and nothing was bought.
    func activeSubscriptionAlreadyPresent()
    /// The person gave up.
    func purchaseCancelled()
    /// The purchase failed. The domains and codes of the error are reported.
    func purchaseFailed(step: SubscriptionPurchaseStep, error: any Error)

    /// A person began to restore an earlier purchase.
    func restoreStarted()
    /// An earlier purchase was restored, and its entitlements have arrived.
    func restoreSucceeded()
    /// An earlier purchase could not be restored.
    func restoreFailed(error: any Error)
}
