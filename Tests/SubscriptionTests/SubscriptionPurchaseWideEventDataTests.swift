import Common
import Foundation
import Outbox
import Persistence
import PixelKitTesting
import Subscription
import Testing
import WideEvent

@Suite struct SubscriptionPurchaseWideEventDataTests {
    private let clock = ManualClock()
    private let store = TestStore(schemas: [.outbox, .wideEvents])

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

    @Test("A failed purchase travels as the definition says", arguments: [true, false])
    func payload(hasDetails: Bool) async throws {
        let wideEvents = WideEventStore(
            database: store.database, outbox: SQLiteOutbox(initialConsent: .granted),
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(
                    platform: "iOS",
                    app: WideEventAppData(name: "DuckDuckGo", version: "7.230.0", formFactor: "phone")),
                time: clock.time), onQueued: {})
        let hooks = DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, events: .noOp)
        hooks.purchaseAttemptStarted(
            selectionID: "yearly", freeTrialEligible: hasDetails, platform: .stripe, origin: hasDetails ? "menu" : nil)
        if hasDetails {
            var interval = MeasuredInterval(startingAt: wideEvents.clock)
            clock.advance(by: .milliseconds(1001))
            interval.complete(wideEvents.clock)
            hooks.accountCreated(duration: interval)
            hooks.purchaseFailed(step: .accountPayment, error: NSError(domain: "d", code: -5))
        } else {
            hooks.purchaseCancelled()
        }
        await wideEvents.settle()
        let body = try await store.database.perform { transaction in
            try transaction.first("SELECT body FROM requests") { $0.data(0) ?? Data() }
        }
        let context = #""context":{"name":"\#(hasDetails ? "menu" : "unknown")"},"#
        let ext =
            hasDetails
            ? #"{"account_creation_latency_ms_bucketed":5000,"error":{"code":-5,"domain":"d"},"#
                + #""failing_step":"ACCOUNT_PAYMENT","free_trial_eligible":true,"purchase_platform":"stripe","#
                + #""subscription_identifier":"yearly"}"#
            : #"{"free_trial_eligible":false,"purchase_platform":"stripe","subscription_identifier":"yearly"}"#
        #expect(
            String(decoding: try #require(body), as: UTF8.self)
                == #"{"app":{"form_factor":"phone","name":"DuckDuckGo","version":"7.230.0"},\#(context)"#
                + #""feature":{"data":{"ext":\#(ext)},"name":"subscription-purchase","#
                + #""status":"\#(hasDetails ? "FAILURE" : "CANCELLED")"},"global":{"is_first_daily_occurrence":true,"#
                + #""platform":"iOS","sample_rate":1,"type":"app"},"#
                + #""meta":{"type":"ios-subscription-purchase","version":"1.2.0"}}"#)
    }
}
