package import PixelKit
package import Subscription

/// The pixels of the subscription purchase.
package enum SubscriptionPixel: Pixel {
    case pageShown
    case priceClicked(SubscriptionPlan)
    case pageClicked(SubscriptionPageElement)
    case purchaseAttempted(platform: SubscriptionPlatform)
    case purchaseSucceeded
    case purchaseFailed(step: SubscriptionPurchaseStep, error: any Error)
    case activated
    case restoreSucceeded
    case restoreFailed(any Error)

    package var name: String {
        switch self {
        case .pageShown: "m_subscription_page-shown"
        case .priceClicked: "m_subscription_price_click"
        case .pageClicked: "m_subscription_page_click"
        case .purchaseAttempted: "m_subscription_purchase-attempt"
        case .purchaseSucceeded: "m_subscription_purchase-success"
        case .purchaseFailed: "m_subscription_purchase-failure"
        case .activated: "m_subscription_activated"
        case .restoreSucceeded: "m_subscription_restore-success"
        case .restoreFailed: "m_subscription_restore-failure"
        }
    }

    private static let countedByStep = Frequency.dailyAndCount.keyed(by: .parameters(["step"]))

    package var frequency: Frequency {
        switch self {
        case .pageShown, .priceClicked, .pageClicked, .purchaseSucceeded, .restoreSucceeded: .standard
        case .purchaseAttempted, .restoreFailed: .dailyAndCount
        case .purchaseFailed: Self.countedByStep
        case .activated: .uniqueByName
        }
    }

    package var suffixes: [PixelSuffix] { [.frequency, .platform, .formFactor] }

    package var parameters: PixelParameters {
        switch self {
        case .priceClicked(let plan): ["plan": .string(plan.rawValue)]
        case .pageClicked(let element): ["element": .string(element.rawValue)]
        case .purchaseAttempted(let platform): ["platform": .string(platform.rawValue)]
        case .purchaseFailed(let step, _): ["step": .string(step.rawValue)]
        case .pageShown, .purchaseSucceeded, .activated, .restoreSucceeded, .restoreFailed: [:]
        }
    }

    package var error: (any Error)? {
        switch self {
        case .purchaseFailed(_, let error), .restoreFailed(let error): error
        case .pageShown, .priceClicked, .pageClicked, .purchaseAttempted, .purchaseSucceeded, .activated,
            .restoreSucceeded:
            nil
        }
    }
}
