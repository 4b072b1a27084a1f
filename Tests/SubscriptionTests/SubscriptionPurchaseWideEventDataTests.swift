import Foundation
import PixelKitTesting
import Subscription
import Testing
import WideEvent

@Suite struct SubscriptionPurchaseWideEventDataTests {
    private let clock = ManualClock()

    @Test(
        "A journey that waits for entitlements is kept for 4 hours, then ends as unknown; any other ends at once",
        arguments: [
            (nil, WideEventDecision.complete(.unknown(reason: "partial_data"))), (0.0, .keepPending),
            (4 * 3600 - 1, .keepPending), (4 * 3600, .complete(.unknown(reason: "missing_entitlements"))),
            (-3600, .keepPending), (-5 * 3600, .complete(.unknown(reason: "missing_entitlements"))),
        ] as [(TimeInterval?, WideEventDecision)])
    func decision(wait: TimeInterval?, decision: WideEventDecision) {
        var data = SubscriptionPurchaseWideEventData()
        data.entitlementsMissingSince = wait.map { clock.date - $0 }
        #expect(data.completionDecision(for: .appLaunch, at: clock.date) == decision)
    }
}
