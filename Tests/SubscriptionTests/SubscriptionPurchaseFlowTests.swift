import Common
import Foundation
import PixelKitTesting
import Primitives
import Subscription
import SubscriptionTesting
import Testing
import WideEvent
import WideEventTesting

@Suite(.timeLimit(.minutes(5))) struct SubscriptionPurchaseFlowTests {
    private typealias Call = MockSubscriptionPurchaseInstrumentation.Call

    private let hooks = MockSubscriptionPurchaseInstrumentation()
    private let clock = ManualClock()

    private func flow(
        _ service: MemoryService, script: PurchaseScript? = nil,
        instrumentation: (@Sendable () -> any SubscriptionPurchaseInstrumentation)? = nil
    ) -> SubscriptionPurchaseFlow {
        let hooks = hooks
        let provider: any PurchaseProvider =
            script.map { ScriptedPurchaseProvider(platform: service.platform, script: $0, crash: {}) } ?? service
        let api: any SubscriptionAPI =
            script.map { ScriptedSubscriptionAPI(service, script: $0, crash: {}) } ?? service
        return SubscriptionPurchaseFlow(
            api: api, provider: provider, storage: service, clock: IntervalClock(clock.time), time: clock.time,
            makeInstrumentation: instrumentation ?? { hooks })
    }

    private static let begun = Call.purchaseAttemptStarted(
        selectionID: "monthly", freeTrialEligible: true, platform: .appStore, origin: "menu")
    private static let paid: [Call] = [
        .accountCreated(duration: .zero), .paymentCompleted(duration: .zero), .activationStarted,
    ]

    private static func failed(_ step: SubscriptionPurchaseStep) -> Call {
        .purchaseFailed(step: step, error: WideEventErrorData(SubscriptionError.scripted(step)))
    }

    @Test(
        "A purchase calls the hooks in the expected order at every end",
        arguments: [
            (PurchaseScript.End.success, paid + [.activationSucceeded]),
            (.missingEntitlements, paid + [.activationFailedWithMissingEntitlements]),
            (.cancelled, [.accountCreated(duration: .zero), .purchaseCancelled]),
            (.fails(.flowStart), [failed(.flowStart)]), (.fails(.accountCreate), [failed(.accountCreate)]),
            (.fails(.accountPayment), [.accountCreated(duration: .zero), failed(.accountPayment)]),
            (.fails(.accountActivation), paid + [failed(.accountActivation)]),
        ])
    func order(end: PurchaseScript.End, calls: [MockSubscriptionPurchaseInstrumentation.Call]) async {
        let flow = flow(MemoryService(), script: PurchaseScript(end))
        _ = await flow.subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        #expect(hooks.calls == [Self.begun] + calls)
    }

    @Test("A purchase through Stripe ends with its own hook")
    func stripe() async {
        _ = await flow(MemoryService(platform: .stripe)).subscribe(to: "monthly")
        #expect(hooks.calls.last == .stripePurchaseSucceeded)
    }

    @Test("A checkout is stored before it is paid, and the receipt before it is confirmed")
    func storage() async {
        let service = MemoryService(platform: .stripe)
        _ = await flow(service).subscribe(to: "monthly")
        #expect(
            service.calls == [
                "prepare", "create", "store account", "open monthly", "store checkout", "pay monthly", "store receipt",
                "confirm", "store nothing", "finish proof of monthly",
            ])
    }

    @Test("A checkout that cannot be stored is not paid")
    func fullDisk() async {
        let service = MemoryService(platform: .stripe) { $0.errors = ["store checkout": [CocoaError(.fileWriteOutOfSpace)]] }
        let result = await flow(service).subscribe(to: "monthly")
        guard case .failed(.accountPayment, _) = result else { return Issue.record("\(result)") }
        #expect(!service.calls.contains("pay monthly"))
    }

    @Test("A subscribed person buys nothing")
    func alreadySubscribed() async {
        let service = MemoryService {
            $0.account = SubscriptionAccount(token: "t")
            $0.subscriptions = ["t": SubscriptionState(isActive: true, entitlements: ["vpn"])]
        }
        _ = await flow(service).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        #expect(hooks.calls == [Self.begun, .activeSubscriptionAlreadyPresent])
        #expect(service.calls == ["prepare", "subscription"])
    }

    @Test("The account of an earlier purchase is stored and used", arguments: [true, false])
    func earlierPurchase(isActive: Bool) async {
        let service = MemoryService {
            $0.earlier = PurchaseReceipt(proof: "earlier")
            $0.owners = ["earlier": "t"]
            $0.subscriptions = ["t": SubscriptionState(isActive: isActive, entitlements: [])]
        }
        _ = await flow(service).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        #expect(service.account == "t")
        #expect(!service.calls.contains("create"))
        #expect((hooks.calls == [Self.begun, .activeSubscriptionAlreadyPresent]) == isActive)
    }

    @Test("A purchase that is cancelled before the payment is cancelled, and never failed")
    func taskCancelled() async {
        let service = MemoryService()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await flow(service).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        }
        guard case .cancelled = await task.value else { return Issue.record("not cancelled") }
        #expect(hooks.calls == [Self.begun, .purchaseCancelled])
        #expect(service.calls == [])
    }

    @Test(
        "Every form of cancellation by the platform is a cancellation",
        arguments: [
            CocoaError(.userCancelled), URLError(.cancelled), NSError(domain: "SKErrorDomain", code: 2),
            NSError(domain: "com.apple.AuthenticationServices.WebAuthenticationSession", code: 1),
            NSError(domain: "Shop", code: 5, userInfo: [NSUnderlyingErrorKey: NSError(domain: "SKErrorDomain", code: 2)]),
        ] as [any Error])
    func cancelledByPlatform(error: any Error) async {
        let service = MemoryService { $0.payments = [.failure(error)] }
        guard case .cancelled = await flow(service).subscribe(to: "monthly") else { return Issue.record("not cancelled") }
        #expect(hooks.calls.last == .purchaseCancelled)
    }

    @Test("A purchase that is interrupted after the payment waits for its activation")
    func interruptedAfterPayment() async {
        let service = MemoryService { $0.errors = ["confirm": [CancellationError()]] }
        let result = await flow(service).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        guard case .waitingForEntitlements = result else { return Issue.record("\(result)") }
        #expect(hooks.calls == [Self.begun] + Self.paid)
        #expect(service.purchase?.receipt == PurchaseReceipt(proof: "proof of monthly"))
    }

    @Test("A checkout that the person leaves is closed")
    func leavingCheckout() async {
        let service = MemoryService(platform: .stripe) { $0.payments = [.failure(CancellationError())] }
        guard case .cancelled = await flow(service).subscribe(to: "monthly") else { return Issue.record("not cancelled") }
        #expect(service.purchase == nil)
        #expect(service.calls.suffix(2) == ["close", "store nothing"])
        #expect(hooks.calls.last == .purchaseCancelled)
    }

    @Test("A checkout that was paid when the person left it is not cancelled")
    func paidWhileLeaving() async {
        let service = MemoryService(platform: .stripe) {
            $0.payments = [.failure(CancellationError())]
            $0.checkoutAfterPayment = .paid(PurchaseReceipt(proof: "late"))
        }
        guard case .subscribed = await flow(service).subscribe(to: "monthly") else { return Issue.record("not paid") }
        #expect(hooks.calls.last == .stripePurchaseSucceeded)
    }

    @Test("A checkout that cannot be closed stays stored")
    func unclosedCheckout() async {
        let service = MemoryService(platform: .stripe) {
            $0.payments = [.failure(CancellationError())]
            $0.errors = ["close": [SubscriptionError.unexpectedStatus(503)]]
        }
        guard case .cancelled = await flow(service).subscribe(to: "monthly") else { return Issue.record("not cancelled") }
        #expect(service.purchase?.checkoutID == "checkout of monthly")
    }

    @Test("An expired checkout is forgotten")
    func expiredCheckout() async {
        let service = MemoryService(platform: .stripe) { $0.payments = [.failure(SubscriptionError.checkoutExpired)] }
        guard case .failed(.accountPayment, _) = await flow(service).subscribe(to: "monthly") else {
            return Issue.record("not failed")
        }
        #expect(service.purchase == nil)
    }

    @Test("A pending approval is a result of its own, and the approved payment is finished and confirmed later")
    func pendingApproval() async {
        let service = MemoryService { $0.payments = [.failure(SubscriptionError.paymentPending)] }
        let result = await flow(service).subscribe(to: "monthly")
        guard case .pendingApproval = result else { return Issue.record("\(result)") }
        hooks.reset()
        service.change { $0.updates = [PurchaseReceipt(proof: "approved")] }
        await flow(service).finishUpdates()
        #expect(hooks.calls == [.activationSucceeded])
        #expect(service.calls.suffix(2) == ["store nothing", "finish approved"])
        // A renewal is confirmed and finished, and reports nothing.
        service.change { $0.updates = [PurchaseReceipt(proof: "renewed")] }
        await flow(service).finishUpdates()
        #expect(hooks.calls == [.activationSucceeded])
        #expect(service.calls.last == "finish renewed")
    }

    @Test("A payment that the service does not accept is a failure, and is not paid again")
    func notAccepted() async {
        let service = MemoryService { $0.confirmed = SubscriptionState(isActive: false, entitlements: []) }
        for _ in 0..<2 {
            let result = await flow(service).subscribe(to: "monthly")
            guard case .failed(.accountActivation, let error) = result else { return Issue.record("\(result)") }
            #expect(error as? SubscriptionError == .paymentNotAccepted)
        }
        #expect(service.calls.count { $0 == "pay monthly" } == 1)
        service.change { $0.confirmed = SubscriptionState(isActive: true, entitlements: ["vpn"]) }
        let result = await flow(service).subscribe(to: "monthly")
        guard case .alreadySubscribed = result else { return Issue.record("\(result)") }
        #expect(service.calls.count { $0 == "pay monthly" } == 1)
    }

    @Test("A payment for an account that the service no longer knows goes to a new account", arguments: [401, 404])
    func unknownAccount(status: Int) async {
        let service = MemoryService { $0.errors = ["confirm": [SubscriptionError.unexpectedStatus(status)]] }
        let result = await flow(service).subscribe(to: "monthly")
        guard case .subscribed = result else { return Issue.record("\(result)") }
        #expect(service.account == "new1")
    }

    @Test("A second attempt fails at once, and each journey has its own end")
    func twoAttempts() async throws {
        let wideEvents = CapturingWideEvents()
        let events = CapturingEventMapping<SubscriptionPurchaseEvent>()
        let service = MemoryService()
        let other = Locked<SubscriptionPurchaseFlow.Result?>(nil)
        let make: @Sendable () -> any SubscriptionPurchaseInstrumentation = {
            DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: events)
        }
        let second = flow(service, instrumentation: make)
        let provider = BusyProvider(base: service) {
            let result = await second.subscribe(to: "yearly")
            other.withLock { $0 = result }
        }
        let first = SubscriptionPurchaseFlow(
            api: service, provider: provider, storage: service, clock: IntervalClock(clock.time), time: clock.time,
            makeInstrumentation: make)
        guard case .subscribed = await first.subscribe(to: "monthly") else { return Issue.record("not subscribed") }
        guard case .failed(.flowStart, let error) = other.withLock({ $0 }) else { return Issue.record("not refused") }
        #expect(error as? SubscriptionError == .purchaseInProgress)
        #expect(
            wideEvents.words == [
                "start subscription-purchase", "start subscription-purchase", "complete subscription-purchase FAILURE",
                "update subscription-purchase", "update subscription-purchase", "update subscription-purchase",
                "complete subscription-purchase SUCCESS",
            ])
        #expect(service.calls.count { $0.hasPrefix("pay") } == 1)
    }
}

@Suite struct PurchaseScriptTests {
    @Test(
        "A script is read from text",
        arguments: [
            ("success", PurchaseScript.End.success), ("cancelled", .cancelled),
            ("missing-entitlements", .missingEntitlements), ("already-subscribed", .alreadySubscribed),
            ("fail:ACCOUNT_CREATE", .fails(.accountCreate)), ("crash:FLOW_START", .crashes(.flowStart)),
        ])
    func text(text: String, end: PurchaseScript.End) {
        #expect(PurchaseScript(text)?.end == end)
    }

    @Test(
        "Any other text is no script", arguments: ["", "Success", "fail", "fail:", "crash:LUNCH", "success:FLOW_START"])
    func noScript(text: String) {
        #expect(PurchaseScript(text) == nil)
    }
}
