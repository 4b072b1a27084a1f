import BrowserApp
import Common
import Foundation
import PixelDefinitions
import PixelKitTesting
import Primitives
import Subscription
import TestSupport
import Testing
import WideEvent

/// The wide event of a purchase, against the definition of the app.
@Suite struct SubscriptionWideEventTests {
    typealias Hooks = DefaultSubscriptionPurchaseInstrumentation

    /// A possible course of a purchase.
    struct Course: Sendable, CustomTestStringConvertible {
        let status: String
        let reason: String?
        let take: @Sendable (Hooks, MeasuredInterval) -> Void
        var testDescription: String { [status, reason].compactMap(\.self).joined(separator: " ") }

        init(_ status: String, _ reason: String? = nil, take: @escaping @Sendable (Hooks, MeasuredInterval) -> Void) {
            self.status = status
            self.reason = reason
            self.take = take
        }
    }

    private let clock = ManualClock()
    private let store = TestStore()
    private static let checker = WideEventChecker(
        DefinitionFolder(reading: Repository.root.appending(path: "AppTarget/PixelDefinitions")))

    private func launch(_ session: String = "first") -> WideEventStore {
        WideEventStore(
            outbox: .testing(clock: clock, store: store, initialConsent: .pending),
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(
                    platform: "iOS", app: WideEventAppData(name: "browser", version: "7.230.0", formFactor: "phone")),
                session: WideEventSession(rawValue: session), kinds: WideEventKind.all))
    }

    private static func attempt(_ hooks: Hooks, _ platform: SubscriptionPlatform, origin: String? = nil) {
        hooks.purchaseAttemptStarted(
            selectionID: "browser.yearly", freeTrialEligible: true, platform: platform, origin: origin)
    }

    private static func pay(_ hooks: Hooks, _ interval: MeasuredInterval) {
        hooks.accountCreated(duration: interval)
        hooks.paymentCompleted(duration: interval)
        hooks.activationStarted()
    }

    /// An error with eleven underlying ones, two more than are sent.
    private static var deepError: NSError {
        (0..<12).reduce(NSError(domain: "d", code: 0)) { inner, number in
            NSError(domain: "d\(number)", code: number, userInfo: [NSUnderlyingErrorKey: inner])
        }
    }

    static let courses: [Course] =
        [
            Course("SUCCESS") { hooks, interval in
                attempt(hooks, .appStore, origin: "menu")
                pay(hooks, interval)
                hooks.activationSucceeded()
            },
            Course("SUCCESS") { hooks, interval in
                attempt(hooks, .stripe)
                pay(hooks, interval)
                hooks.stripePurchaseSucceeded()
            },
            Course("SUCCESS", "missing_entitlements_delayed_activation") { hooks, interval in
                attempt(hooks, .appStore)
                pay(hooks, interval)
                hooks.activationFailedWithMissingEntitlements()
                hooks.activationSucceeded()
            },
            Course("CANCELLED") { hooks, _ in
                attempt(hooks, .stripe, origin: "a page & its \u{1F600} name\n")
                hooks.purchaseCancelled()
            },
            Course("UNKNOWN", "partial_data") { hooks, interval in
                attempt(hooks, .stripe)
                pay(hooks, interval)
                attempt(hooks, .stripe)
                hooks.activeSubscriptionAlreadyPresent()
            },
        ]
        + SubscriptionPurchaseStep.allCases.map { step in
            Course("FAILURE") { hooks, interval in
                attempt(hooks, .appStore)
                hooks.accountCreated(duration: interval)
                hooks.purchaseFailed(step: step, error: deepError)
            }
        }

    @Test(
        "The payload of every outcome, with latencies of every bucket, passes its definition", arguments: courses,
        [0, 1, 1.001, 5, 10, 30, 60, 300, 600, 86_400])
    func outcomes(course: Course, seconds: Double) async throws {
        let wideEvents = launch()
        var interval = MeasuredInterval(startingAt: wideEvents.clock)
        clock.advance(by: .seconds(seconds))
        interval.complete(wideEvents.clock)
        course.take(Hooks(wideEvent: wideEvents, eventMapping: .noOp), interval)
        await wideEvents.settle()
        let body = try #require(try await bodies().first)
        #expect(Self.checker.check(Data(body.utf8)) == .passed, "\(body)")
        #expect(body.contains(#""status":"\#(course.status)""#))
        #expect(body.contains("status_reason") == (course.reason != nil))
        if let reason = course.reason { #expect(body.contains(#""status_reason":"\#(reason)""#)) }
        #expect(try await bodies().count == 1)
    }

    @Test(
        "The payload of an abandoned journey passes its definition",
        arguments: [(false, "partial_data"), (true, "missing_entitlements")])
    func leftBehind(isWaiting: Bool, reason: String) async throws {
        let before = launch()
        let hooks = Hooks(wideEvent: before, eventMapping: .noOp, now: clock.time.now)
        Self.attempt(hooks, .appStore)
        if isWaiting { hooks.activationFailedWithMissingEntitlements() }
        await before.settle()
        clock.advance(by: .seconds(4 * 3600))
        #expect(
            await launch("second").resumePendingFlows(trigger: .appLaunch) == [.completed(.unknown(reason: reason))])
        let body = try #require(try await bodies().first)
        #expect(Self.checker.check(Data(body.utf8)) == .passed, "\(body)")
    }

    @Test("The payload of a failed purchase has these bytes")
    func failure() async throws {
        let wideEvents = launch()
        let hooks = Hooks(wideEvent: wideEvents, eventMapping: .noOp)
        Self.attempt(hooks, .stripe, origin: "menu")
        var interval = MeasuredInterval(startingAt: wideEvents.clock)
        clock.advance(by: .milliseconds(1001))
        interval.complete(wideEvents.clock)
        hooks.accountCreated(duration: interval)
        hooks.purchaseFailed(step: .accountPayment, error: NSError(domain: "d", code: -5))
        await wideEvents.settle()
        #expect(
            try await bodies() == [
                #"{"app":{"form_factor":"phone","name":"browser","version":"7.230.0"},"context":{"name":"menu"},"#
                    + #""feature":{"data":{"ext":{"account_creation_latency_ms_bucketed":5000,"#
                    + #""error":{"code":-5,"domain":"d"},"failing_step":"ACCOUNT_PAYMENT","free_trial_eligible":true,"#
                    + #""purchase_platform":"stripe","subscription_identifier":"browser.yearly"}},"#
                    + #""name":"subscription-purchase","status":"FAILURE"},"#
                    + #""global":{"is_first_daily_occurrence":true,"platform":"iOS","sample_rate":1,"type":"app"},"#
                    + #""meta":{"type":"browser-subscription-purchase","version":"1.2.0"}}"#
            ])
    }

    @Test(
        "The checks on the device and of the definitions find the same faults",
        arguments: [
            (#""platform":"iOS""#, #""platform":"BeOS""#), (#""status":"CANCELLED""#, #""status":"LOST""#),
            (#""version":"7.230.0""#, #""version":"7.230""#),
            (#""free_trial_eligible":true"#, #""free_trial_eligible":1"#),
            (#""sample_rate":1"#, #""sample_rate":2"#), (#""ext":{"#, #""ext":{"colour":"red","#),
            (#""context":{"name":"unknown"},"#, ""), (#""feature":{"#, #""feature":{"status_reason":"x","#),
            (#""version":"1.2.0""#, #""version":"1.2.1""#),
        ])
    func agreement(part: String, replacement: String) async throws {
        let wideEvents = launch()
        let hooks = Hooks(wideEvent: wideEvents, eventMapping: .noOp)
        Self.attempt(hooks, .stripe)
        hooks.purchaseCancelled()
        await wideEvents.settle()
        let body = try #require(try await bodies().first)
        let wrong = body.replacing(part, with: replacement)
        #expect(wrong != body)
        #expect(SubscriptionPurchaseWideEvent.schema.fault(in: Data(body.utf8)) == nil)
        #expect(SubscriptionPurchaseWideEvent.schema.fault(in: Data(wrong.utf8)) != nil)
        #expect(Self.checker.check(Data(wrong.utf8)) != .passed)
    }

    private func bodies() async throws -> [String] {
        try await store.database.perform { transaction in
            try transaction.rows("SELECT body FROM requests ORDER BY id") {
                String(decoding: $0.data(0) ?? Data(), as: UTF8.self)
            }
        }
    }
}
