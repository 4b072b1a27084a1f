import BrowserApp
import Common
import Foundation
import Persistence
import PixelKit
import PixelKitTesting
import Subscription
import Testing
import WideEvent

@Suite struct SubscriptionPurchaseEventMapperTests {
    private static let error = NSError(domain: "d", code: 3)

    @Test(
        "Each event of a purchase fires its pixels",
        arguments: [
            (.pageShown, ["m_subscription_page-shown"]), (.priceSelected(.yearly), ["m_subscription_price_click"]),
            (.pageClicked(.faq), ["m_subscription_page_click"]),
            (
                .purchaseAttempted(platform: .stripe),
                ["m_subscription_purchase-attempt_daily", "m_subscription_purchase-attempt_count"]
            ), (.purchaseSucceeded, ["m_subscription_purchase-success"]), (.purchaseCancelled, []),
            (
                .purchaseFailed(step: .accountPayment, error: error),
                ["m_subscription_purchase-failure_daily", "m_subscription_purchase-failure_count"]
            ), (.activated, ["m_subscription_activated"]), (.entitlementsMissing, []), (.alreadySubscribed, []),
            (.restoreStarted, []), (.restoreSucceeded, ["m_subscription_restore-success"]),
            (
                .restoreFailed(error: error),
                ["m_subscription_restore-failure_daily", "m_subscription_restore-failure_count"]
            ),
        ] as [(SubscriptionPurchaseEvent, [String])])
    func names(event: SubscriptionPurchaseEvent, names: [String]) {
        let pixels = CapturingPixels(environment: PixelEnvironment(platform: "test", formFactor: nil))
        SubscriptionPurchaseEventMapper(pixels: pixels).fire(event)
        #expect(pixels.names == names.map { $0 + "_test" })
    }

    @Test("A failure sends its step and its error, with a daily window for each step")
    func failure() throws {
        let pixels = CapturingPixels()
        SubscriptionPurchaseEventMapper(pixels: pixels).fire(.purchaseFailed(step: .accountPayment, error: Self.error))
        let fire = try #require(pixels.fires.first)
        #expect(fire.query.hasPrefix("?step=ACCOUNT_PAYMENT&d=d&e=3"))
        #expect(fire.frequency == .dailyAndCount.keyed(by: .parameters(["step"])))
    }

    @Test("The activation pixel is sent once")
    func activation() {
        let pixels = CapturingPixels()
        SubscriptionPurchaseEventMapper(pixels: pixels).fire(.activated)
        #expect(pixels.fires.map(\.frequency) == [.uniqueByName])
    }

    @Test(
        "A failure of a wide event fires a pixel without details of the flow",
        arguments: [
            (.startFailed(name: "subscription-purchase", .storage(.full)), "subscription-purchase", "start", "storage"),
            (
                .storageFailed(name: "subscription-purchase", .storage(.full)), "subscription-purchase", "change",
                "storage"
            ),
            (.updateFailed(name: "gone", .unencodable), "other", "update", "unencodable"),
            (.completionFailed(name: "gone", .undeclared("feature.x")), "other", "complete", "undeclared"),
            (.loadFailed(name: "", .unreadable), "other", "load", "unreadable"),
            (.loadFailed(name: "", .expired), "other", "load", "expired"),
        ] as [(WideEventFailureEvent, String, String, String)])
    func trouble(event: WideEventFailureEvent, name: String, step: String, reason: String) throws {
        let pixels = CapturingPixels()
        WideEventFailureEventMapper(pixels: pixels).fire(event)
        let query = try #require(pixels.fires.first?.query)
        #expect(query.hasPrefix("?event=\(name)&step=\(step)&reason=\(reason)"))
    }
}
