package import Common
package import PixelKit
package import Subscription

/// Maps the moments of a purchase to this app's pixels.
// Its one property is a `let` of a Sendable type.
package final class SubscriptionPurchaseEventMapper: EventMapping<SubscriptionPurchaseEvent>, @unchecked Sendable {
    private let pixels: any PixelFiring

    package init(pixels: any PixelFiring) {
        self.pixels = pixels
        super.init()
    }

    package override func map(
        _ event: SubscriptionPurchaseEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .pageShown: fire(.pageShown)
        case .priceSelected(let plan): fire(.priceClicked(plan))
        case .pageClicked(let element): fire(.pageClicked(element))
        case .purchaseAttempted(let platform): fire(.purchaseAttempted(platform: platform))
        case .purchaseSucceeded: fire(.purchaseSucceeded)
        case .purchaseFailed(let step, let error):
            fire(.purchaseFailed(step: step, error: error))
            return onComplete(error)
        case .activated: fire(.activated)
        case .restoreSucceeded: fire(.restoreSucceeded)
        case .restoreFailed(let error):
            fire(.restoreFailed(error))
            return onComplete(error)
        // The wide event tells these better than a pixel could.
        case .purchaseCancelled, .entitlementsMissing, .alreadySubscribed, .restoreStarted: break
        }
        onComplete(nil)
    }

    private func fire(_ pixel: SubscriptionPixel) { pixels.fire(pixel) }
}
