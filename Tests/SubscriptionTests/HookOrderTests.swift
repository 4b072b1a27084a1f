import Common
import Foundation
import PixelKitTesting
import Subscription
import Testing
import WideEvent
import WideEventTesting

/// A hook as a test calls it.
struct Hook: Sendable, CustomTestStringConvertible {
    let name: String
    let call: @Sendable (any SubscriptionPurchaseInstrumentation, SubscriptionPlatform, MeasuredInterval) -> Void

    var testDescription: String { name }

    static let all: [Hook] = [
        Hook(name: "purchasePageShown") { hooks, _, _ in hooks.purchasePageShown() },
        Hook(name: "priceSelected") { hooks, _, _ in hooks.priceSelected(.yearly) },
        Hook(name: "pageClicked") { hooks, _, _ in hooks.pageClicked(.faq) },
        Hook(name: "purchaseAttemptStarted") { hooks, platform, _ in
            hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: true, platform: platform, origin: nil)
        },
        Hook(name: "accountCreated") { hooks, _, interval in hooks.accountCreated(duration: interval) },
        Hook(name: "paymentCompleted") { hooks, _, interval in hooks.paymentCompleted(duration: interval) },
        Hook(name: "activationStarted") { hooks, _, _ in hooks.activationStarted() },
        Hook(name: "activationSucceeded") { hooks, _, _ in hooks.activationSucceeded() },
        Hook(name: "stripePurchaseSucceeded") { hooks, _, _ in hooks.stripePurchaseSucceeded() },
        Hook(name: "activationFailedWithMissingEntitlements") { hooks, _, _ in
            hooks.activationFailedWithMissingEntitlements()
        },
        Hook(name: "activeSubscriptionAlreadyPresent") { hooks, _, _ in hooks.activeSubscriptionAlreadyPresent() },
        Hook(name: "purchaseCancelled") { hooks, _, _ in hooks.purchaseCancelled() },
        Hook(name: "purchaseFailed") { hooks, _, _ in
            hooks.purchaseFailed(step: .accountPayment, error: SubscriptionError.unverifiedPayment)
        },
        Hook(name: "restoreStarted") { hooks, _, _ in hooks.restoreStarted() },
        Hook(name: "restoreSucceeded") { hooks, _, _ in hooks.restoreSucceeded() },
        Hook(name: "restoreFailed") { hooks, _, _ in hooks.restoreFailed(error: SubscriptionError.nothingToRestore) },
    ]
}

/// What a course of hooks did, in the words of the table.
struct Course {
    let wideEvents = CapturingWideEvents()
    let events = CapturingEventMapping<SubscriptionPurchaseEvent>()

    func run(_ hooks: [Hook], platforms: [SubscriptionPlatform]) {
        let instrumentation = DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: events)
        for (index, hook) in hooks.enumerated() {
            // An interval of its own for each call, so that every update changes something.
            let clock = ManualClock()
            var interval = MeasuredInterval(startingAt: IntervalClock(clock.time))
            clock.advance(by: .seconds(index + 1))
            interval.complete(IntervalClock(clock.time))
            hook.call(instrumentation, platforms[index], interval)
        }
    }

    var eventNames: [String] { events.events.map { String("\($0)".prefix { $0 != "(" }) } }
    var effects: [String] { wideEvents.words.map { $0.replacing(" subscription-purchase", with: "") } }
}

@Suite struct HookOrderTests {
    /// What came before the two hooks.
    enum Before: String, CaseIterable, Sendable {
        case nothing, appStoreAttempt, stripeAttempt
    }

    @Test("The table names every hook")
    func complete() throws {
        #expect(try HookTable().hooks == Hook.all.map(\.name).sorted())
    }

    @Test(
        "Any two hooks, in any order, after nothing or in an attempt, do what the table says",
        arguments: Before.allCases)
    func pairs(before: Before) throws {
        let table = try HookTable()
        let attempt = try #require(Hook.all.first { $0.name == "purchaseAttemptStarted" })
        let platform: SubscriptionPlatform = before == .stripeAttempt ? .stripe : .appStore
        for first in Hook.all {
            for second in Hook.all {
                let hooks = (before == .nothing ? [] : [attempt]) + [first, second]
                // A further attempt is on the other platform.
                let other: SubscriptionPlatform = platform == .stripe ? .appStore : .stripe
                let platforms = (before == .nothing ? [] : [platform]) + [other, other]
                let course = Course()
                course.run(hooks, platforms: platforms)
                var expected = HookTableReader(table)
                for (hook, platform) in zip(hooks, platforms) {
                    expected.call(hook.name, isStripe: platform == .stripe)
                }
                #expect(course.eventNames == expected.events, "\(before) \(first.name) \(second.name)")
                #expect(course.effects == expected.effects, "\(before) \(first.name) \(second.name)")
            }
        }
    }

    @Test("Any three hooks in an attempt end it at most once, and each attempt started is ended, discarded or pending")
    func triples() throws {
        let attempt = try #require(Hook.all.first { $0.name == "purchaseAttemptStarted" })
        for first in Hook.all {
            for second in Hook.all {
                for third in Hook.all {
                    let course = Course()
                    course.run(
                        [attempt, first, second, third], platforms: [.appStore, .stripe, .appStore, .stripe])
                    let starts = course.effects.count { $0 == "start" }
                    let ends = course.effects.count { $0.hasPrefix("complete") || $0 == "discard" }
                    #expect(starts == ends + course.wideEvents.pending.count)
                }
            }
        }
    }

    @Test(
        "A cancelled purchase is never a failure",
        arguments: [
            CancellationError(), URLError(.cancelled), CocoaError(.userCancelled), NSError(domain: "SKErrorDomain", code: 2),
            NSError(domain: "Shop", code: 1, userInfo: [NSUnderlyingErrorKey: CancellationError()]),
            NSError(domain: "Shop", code: 1, userInfo: [NSUnderlyingErrorKey: NSError(domain: "SKErrorDomain", code: 2)]),
        ] as [any Error])
    func cancellation(error: any Error) {
        let course = Course()
        let hooks = DefaultSubscriptionPurchaseInstrumentation(
            wideEvent: course.wideEvents, eventMapping: course.events)
        hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: false, platform: .stripe, origin: nil)
        hooks.purchaseFailed(step: .accountPayment, error: error)
        hooks.purchaseFailed(step: .accountPayment, error: SubscriptionError.unverifiedPayment)
        #expect(course.eventNames == ["purchaseAttempted", "purchaseCancelled"])
        #expect(course.effects == ["start", "complete CANCELLED"])
    }

    @Test("A paid attempt is not cancelled: its journey waits for the entitlements", arguments: [false, true])
    func paidAndCancelled(asFailure: Bool) {
        let course = Course()
        let hooks = DefaultSubscriptionPurchaseInstrumentation(
            wideEvent: course.wideEvents, eventMapping: course.events)
        hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: false, platform: .stripe, origin: nil)
        hooks.paymentCompleted(duration: MeasuredInterval())
        if asFailure {
            hooks.purchaseFailed(step: .accountActivation, error: CancellationError())
        } else {
            hooks.purchaseCancelled()
        }
        hooks.restoreSucceeded()
        #expect(course.eventNames == ["purchaseAttempted", "purchaseSucceeded", "restoreSucceeded"])
        #expect(course.effects.last == "complete SUCCESS missing_entitlements_delayed_activation")
    }

    @Test("A pending approval ends the journey with a reason of its own, and is no failure")
    func approvalPending() {
        let course = Course()
        let hooks = DefaultSubscriptionPurchaseInstrumentation(
            wideEvent: course.wideEvents, eventMapping: course.events)
        hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: false, platform: .appStore, origin: nil)
        hooks.purchaseFailed(step: .accountPayment, error: SubscriptionError.paymentPending)
        #expect(course.eventNames == ["purchaseAttempted", "approvalPending"])
        #expect(course.effects == ["start", "complete UNKNOWN approval_pending"])
    }

    @Test("The activation has its measured latency")
    func activationLatency() throws {
        let clock = ManualClock()
        let wideEvents = CapturingWideEvents(clock: clock)
        let hooks = DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: .noOp)
        hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: false, platform: .appStore, origin: nil)
        hooks.activationStarted()
        clock.advance(by: .seconds(3))
        hooks.activationSucceeded()
        guard case .completed(let flow as SubscriptionPurchaseWideEventData, .success) = wideEvents.effects.last else {
            Issue.record("\(wideEvents.words)")
            return
        }
        #expect(flow.accountActivation?.duration == .seconds(3))
    }

    @Test("A mapper that calls a hook itself neither deadlocks nor changes the order")
    func reentrancy() {
        let wideEvents = CapturingWideEvents()
        let box = Box()
        let events = EventMapping<SubscriptionPurchaseEvent> { event, _, _, done in
            if case .purchaseAttempted = event { box.hooks?.purchaseCancelled() }
            done(nil)
        }
        let hooks = DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: events)
        box.hooks = hooks
        hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: false, platform: .stripe, origin: nil)
        #expect(wideEvents.words == ["start subscription-purchase", "complete subscription-purchase CANCELLED"])
        box.hooks = nil
    }
}

private final class Box: @unchecked Sendable {  // Touched on the test's thread alone.
    var hooks: (any SubscriptionPurchaseInstrumentation)?
}
