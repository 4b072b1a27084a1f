package import Common
package import Subscription
package import Telemetry

/// Tells telemetry the moments of a purchase.
// Its one property is a `let` of a Sendable type.
package final class SubscriptionPurchaseTelemetryMapper: EventMapping<SubscriptionPurchaseEvent>, @unchecked Sendable {
    private let telemetry: Telemetry

    package init(telemetry: Telemetry) {
        self.telemetry = telemetry
        super.init()
    }

    package override func map(
        _ event: SubscriptionPurchaseEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .pageShown: telemetry.observe(.subscriptionPageShown)
        case .priceSelected(let plan): telemetry.observe(.priceSelected(plan))
        case .pageClicked(let element): telemetry.observe(.subscriptionPageClicked(element))
        case .purchaseAttempted(let platform): telemetry.observe(.purchaseAttempted(on: platform))
        case .purchaseSucceeded: telemetry.observe(.purchaseSucceeded)
        case .purchaseCancelled: telemetry.observe(.purchaseCancelled)
        case .purchaseFailed(let step, let error): telemetry.observe(.purchaseFailed(at: step, error))
        case .activated: telemetry.observe(.subscriptionActivated)
        case .entitlementsMissing: telemetry.observe(.entitlementsMissing)
        case .alreadySubscribed: telemetry.observe(.alreadySubscribed)
        case .restoreStarted: telemetry.observe(.restoreStarted)
        case .restoreSucceeded: telemetry.observe(.restoreSucceeded)
        case .restoreFailed(let error): telemetry.observe(.restoreFailed(error))
        }
        onComplete(nil)
    }
}
