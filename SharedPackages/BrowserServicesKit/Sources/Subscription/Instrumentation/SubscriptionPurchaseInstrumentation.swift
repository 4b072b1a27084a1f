public import WideEvent

/// What the purchase of a subscription tells about itself.
///
/// The expected order is: page hooks; `purchaseAttemptStarted`; `accountCreated`; `paymentCompleted`;
/// `activationStarted`; then one end: `activationSucceeded` (App Store), `stripePurchaseSucceeded` (Stripe),
/// `activationFailedWithMissingEntitlements`, or, at any step, `purchaseCancelled`, `purchaseFailed` or
/// `activeSubscriptionAlreadyPresent`. Restore hooks stand on their own.
///
/// Every hook may be called at any time, from any thread; what it does then is in this table. A cell names the events
/// that are fired and, after `;`, what happens to the journey's wide event. *none*: no attempt was started yet. *open*: an
/// attempt goes on. *over*: the last attempt has ended.
///
/// | hook | none | open | over |
/// |---|---|---|---|
/// | purchasePageShown | pageShown | pageShown | pageShown |
/// | priceSelected | priceSelected | priceSelected | priceSelected |
/// | pageClicked | pageClicked | pageClicked | pageClicked |
/// | purchaseAttemptStarted | purchaseAttempted; start | purchaseAttempted; give up, start | purchaseAttempted; start |
/// | accountCreated | – | ; update | – |
/// | paymentCompleted | purchaseSucceeded | purchaseSucceeded¹; update | purchaseSucceeded¹ |
/// | activationStarted | – | – | – |
/// | activationSucceeded | activated; end waiting | activated; success, end waiting | activated¹; end waiting |
/// | stripePurchaseSucceeded | purchaseSucceeded activated | purchaseSucceeded¹ activated; success² | purchaseSucceeded¹ activated¹ |
/// | activationFailedWithMissingEntitlements | entitlementsMissing | entitlementsMissing; wait | – |
/// | activeSubscriptionAlreadyPresent | alreadySubscribed | alreadySubscribed; discard | – |
/// | purchaseCancelled | purchaseCancelled | purchaseCancelled; cancelled | – |
/// | purchaseFailed³ | purchaseFailed | purchaseFailed; failure | – |
/// | restoreStarted | restoreStarted | restoreStarted | restoreStarted |
/// | restoreSucceeded | restoreSucceeded; end waiting | restoreSucceeded; end waiting | restoreSucceeded; end waiting |
/// | restoreFailed | restoreFailed | restoreFailed | restoreFailed |
///
/// ¹ Once an attempt: not when it was told for this attempt already. ² Only of a Stripe attempt: an App Store attempt goes
/// on, and both events are fired whatever it has told. ³ With an error that means cancellation it is `purchaseCancelled`.
///
/// *give up*: the open attempt ends as `UNKNOWN`, `partial_data` if it was paid, and is discarded if not. *wait*: the
/// attempt is over and its wide event stays pending, up to 4 hours, for the entitlements. *end waiting*: wide events that
/// wait for entitlements, also of earlier launches, end as `SUCCESS`, `missing_entitlements_delayed_activation`.
public protocol SubscriptionPurchaseInstrumentation: AnyObject, Sendable {
    /// The page that offers the subscription was shown.
    func purchasePageShown()
    /// A price was chosen on the page.
    func priceSelected(_ plan: SubscriptionPlan)
    /// Something else on the page was chosen.
    func pageClicked(_ element: SubscriptionPageElement)

    /// A person began to buy.
    ///
    /// - Parameters:
    ///   - selectionID: The product.
    ///   - freeTrialEligible: Whether the person may try it for free first.
    ///   - platform: Where it is paid.
    ///   - origin: What led the person here; `nil` when that is not known: `unknown` travels.
    func purchaseAttemptStarted(
        selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?)
    /// The account exists.
    func accountCreated(duration: MeasuredInterval)
    /// The payment went through.
    func paymentCompleted(duration: MeasuredInterval)
    /// The payment is being confirmed.
    func activationStarted()
    /// The subscription is active and its entitlements are there; also when they arrive late.
    func activationSucceeded()
    /// A purchase through Stripe's checkout went through and is active.
    func stripePurchaseSucceeded()
    /// The payment is confirmed, and the entitlements are not there yet.
    func activationFailedWithMissingEntitlements()
    /// The person has an active subscription; nothing was bought.
    func activeSubscriptionAlreadyPresent()
    /// The person gave up.
    func purchaseCancelled()
    /// The purchase failed. Of the error, domains and codes are kept.
    func purchaseFailed(step: SubscriptionPurchaseStep, error: any Error)

    /// A person began to restore an earlier purchase.
    func restoreStarted()
    /// An earlier purchase was restored: its entitlements are there.
    func restoreSucceeded()
    /// An earlier purchase could not be restored.
    func restoreFailed(error: any Error)
}
