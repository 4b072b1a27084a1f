package import Common
package import PixelKit
package import Subscription

/// Maps the events of a purchase to pixels.
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
        case .priceSelected(let plan): fire(.priceClick(plan: .init(plan)))
        case .pageClicked(let element): fire(.pageClick(element: .init(element)))
        case .purchaseAttempted(let platform): fire(.purchaseAttempt(platform: .init(platform)))
        case .purchaseSucceeded: fire(.purchaseSuccess)
        case .purchaseFailed(let step, let error):
            fire(.purchaseFailure(step: .init(step), error: error), .dailyAndCountByStep)
            return onComplete(error)
        case .activated: fire(.activated, .uniqueByName)
        case .restoreSucceeded: fire(.restoreSuccess)
        case .restoreFailed(let error):
            fire(.restoreFailure(error: error), .dailyAndCountByError)
            return onComplete(error)
        // The wide event of the purchase reports these.
        case .purchaseCancelled, .entitlementsMissing, .approvalPending: break
        // These do not leave the device. Nothing was bought, and the end of a restore has a pixel.
        case .alreadySubscribed, .restoreStarted: break
        }
        onComplete(nil)
    }

    private func fire(_ pixel: SubscriptionPixel, _ frequency: Frequency? = nil) {
        pixels.fire(pixel, frequency: frequency, completion: nil)
    }
}

extension SubscriptionPixel.Plan {
    /// Converts a plan.
    package init(_ plan: SubscriptionPlan) {
        switch plan {
        case .monthly: self = .monthly
        case .yearly: self = .yearly
        }
    }
}

extension SubscriptionPixel.Element {
    /// Converts an element of the page.
    package init(_ element: SubscriptionPageElement) {
        switch element {
        case .faq: self = .faq
        case .terms: self = .terms
        case .restore: self = .restore
        }
    }
}

extension SubscriptionPixel.Platform {
    /// Converts a platform.
    package init(_ platform: SubscriptionPlatform) {
        switch platform {
        case .appStore: self = .appStore
        case .stripe: self = .stripe
        }
    }
}

extension SubscriptionPixel.Step {
    /// Converts a step.
    package init(_ step: SubscriptionPurchaseStep) {
        switch step {
        case .flowStart: self = .flowStart
        case .accountCreate: self = .accountCreate
        case .accountPayment: self = .accountPayment
        case .accountActivation: self = .accountActivation
        }
    }
}
