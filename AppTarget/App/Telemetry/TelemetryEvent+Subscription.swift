package import Subscription
package import Telemetry

extension TelemetryEvent {
    /// The page that offers the subscription was shown.
    package static let subscriptionPageShown = subscription("page_shown")

    /// A price was chosen.
    package static func priceSelected(_ plan: SubscriptionPlan) -> Self {
        subscription("price_selected", ["plan": .word(plan.rawValue)])
    }

    /// Something else on the page was chosen.
    package static func subscriptionPageClicked(_ element: SubscriptionPageElement) -> Self {
        subscription("page_clicked", ["element": .word(element.rawValue)])
    }

    /// A person began to buy.
    package static func purchaseAttempted(on platform: SubscriptionPlatform) -> Self {
        subscription("purchase_attempted", ["platform": .word(platform.rawValue)])
    }

    /// The payment went through.
    package static let purchaseSucceeded = subscription("purchase_succeeded", level: .notice)

    /// The person gave up.
    package static let purchaseCancelled = subscription("purchase_cancelled")

    /// The purchase failed.
    package static func purchaseFailed(at step: SubscriptionPurchaseStep, _ error: any Error) -> Self {
        subscription("purchase_failed", ["step": .word(step.rawValue)], level: .error, error)
    }

    /// The subscription is active.
    package static let subscriptionActivated = subscription("activated", level: .notice)

    /// What was paid for is not there yet.
    package static let entitlementsMissing = subscription("entitlements_missing", level: .notice)

    /// Nothing was bought, since there was a subscription.
    package static let alreadySubscribed = subscription("already_subscribed")

    /// A person began to restore a purchase.
    package static let restoreStarted = subscription("restore_started")

    /// A purchase was restored.
    package static let restoreSucceeded = subscription("restore_succeeded", level: .notice)

    /// A purchase could not be restored.
    package static func restoreFailed(_ error: any Error) -> Self {
        subscription("restore_failed", level: .error, error)
    }

    private static func subscription(
        _ name: String, _ attributes: Attributes = [:], level: Level = .info, _ error: (any Error)? = nil
    ) -> Self {
        Self("subscription.\(name)", category: "subscription", level: level, attributes: attributes, error: error)
    }
}
