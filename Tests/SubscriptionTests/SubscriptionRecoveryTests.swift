import Common
import Foundation
import PixelKitTesting
import Primitives
import Subscription
import SubscriptionTesting
import Testing
import WideEvent
import WideEventTesting

@Suite(.timeLimit(.minutes(5))) struct SubscriptionRecoveryTests {
    private let hooks = MockSubscriptionPurchaseInstrumentation()
    private let clock = ManualClock()
    private let wideEvents = CapturingWideEvents()

    private func flow(
        _ service: MemoryService, instrumentation: (@Sendable () -> any SubscriptionPurchaseInstrumentation)? = nil
    ) -> SubscriptionPurchaseFlow {
        let hooks = hooks
        return SubscriptionPurchaseFlow(
            api: service, provider: service, storage: service, clock: IntervalClock(clock.time), time: clock.time,
            makeInstrumentation: instrumentation ?? { hooks })
    }

    private func measuredFlow(_ service: MemoryService) -> SubscriptionPurchaseFlow {
        flow(service) { [wideEvents] in
            DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: .noOp)
        }
    }

    /// A service whose device has an unfinished purchase.
    private func service(
        receipt: String? = nil, checkout: CheckoutState = .open, _ change: (inout MemoryService.State) -> Void = { _ in }
    ) -> MemoryService {
        MemoryService(platform: .stripe) {
            $0.account = SubscriptionAccount(token: "t")
            $0.subscriptions = ["t": SubscriptionState(isActive: false, entitlements: [])]
            $0.purchase = UnfinishedPurchase(
                selectionID: "monthly", platform: .stripe, checkoutID: "c",
                receipt: receipt.map { PurchaseReceipt(proof: $0) })
            $0.checkout = checkout
            change(&$0)
        }
    }

    // MARK: - The next launch

    @Test("A receipt that was not confirmed is confirmed at the next launch")
    func receipt() async {
        let service = service(receipt: "p")
        #expect(await flow(service).finishEarlierPurchases(of: wideEvents))
        #expect(hooks.calls == [.activationSucceeded])
        #expect(service.calls == ["confirm", "store nothing", "finish p"])
        #expect(await !flow(service).finishEarlierPurchases(of: wideEvents))
    }

    @Test("A checkout that was paid after a kill is found, reported and confirmed at the next launch")
    func paidCheckout() async {
        let service = service(checkout: .paid(PurchaseReceipt(proof: "p")))
        #expect(await flow(service).finishEarlierPurchases(of: wideEvents))
        #expect(hooks.calls == [.paymentCompleted(duration: nil), .activationSucceeded])
        #expect(service.calls == ["state", "store receipt", "confirm", "store nothing", "finish p"])
    }

    @Test(
        "A checkout that is not paid stays stored while it is open, and is forgotten when it has ended",
        arguments: [(CheckoutState.open, true), (.ended, false)])
    func unpaidCheckout(state: CheckoutState, isStored: Bool) async {
        let service = service(checkout: state)
        #expect(await !flow(service).finishEarlierPurchases(of: wideEvents))
        #expect((service.purchase != nil) == isStored)
        #expect(hooks.calls == [])
    }

    @Test("A service that fails keeps the purchase for the next launch", arguments: ["state", "confirm"])
    func failure(call: String) async {
        let service = service(checkout: .paid(PurchaseReceipt(proof: "p"))) {
            $0.errors = [call: [SubscriptionError.unexpectedStatus(503)]]
        }
        #expect(await !flow(service).finishEarlierPurchases(of: wideEvents))
        #expect(service.purchase != nil)
        #expect(await flow(service).finishEarlierPurchases(of: wideEvents))
        #expect(service.purchase == nil)
    }

    @Test("Transactions that the platform did not finish are confirmed and finished at the next launch")
    func transactions() async {
        let service = MemoryService { $0.unfinished = [PurchaseReceipt(proof: "1"), PurchaseReceipt(proof: "2")] }
        #expect(await flow(service).finishEarlierPurchases(of: wideEvents))
        #expect(service.account == "new0")
        #expect(service.calls.filter { $0.hasPrefix("finish") } == ["finish 1", "finish 2"])
    }

    @Test("The journey of a paid purchase ends as success with a delayed activation")
    func journey() async {
        let service = service(checkout: .paid(PurchaseReceipt(proof: "p"))) {
            $0.errors = ["confirm": [SubscriptionError.unexpectedStatus(503)]]
        }
        var flow = SubscriptionPurchaseWideEventData()
        flow.platform = .stripe
        wideEvents.startFlow(flow)
        #expect(await !measuredFlow(service).finishEarlierPurchases(of: wideEvents))
        #expect(wideEvents.words.last == "update subscription-purchase")
        #expect(await measuredFlow(service).finishEarlierPurchases(of: wideEvents))
        #expect(
            wideEvents.words.last == "complete subscription-purchase SUCCESS missing_entitlements_delayed_activation")
    }

    @Test("Entitlements that arrive late end the journey as success, with the reason")
    func lateEntitlements() async {
        let service = MemoryService { $0.confirmed = SubscriptionState(isActive: true, entitlements: []) }
        guard case .waitingForEntitlements = await measuredFlow(service).subscribe(to: "monthly") else {
            return Issue.record("does not wait")
        }
        #expect(await !measuredFlow(service).finishEarlierPurchases(of: wideEvents))
        service.change { $0.subscriptions["new0"] = SubscriptionState(isActive: true, entitlements: ["vpn"]) }
        #expect(await measuredFlow(service).finishEarlierPurchases(of: wideEvents))
        #expect(await !measuredFlow(service).finishEarlierPurchases(of: wideEvents))
        #expect(
            wideEvents.words.last == "complete subscription-purchase SUCCESS missing_entitlements_delayed_activation")
    }

    @Test("A launch leaves the purchase to an attempt that is running")
    func runningAttempt() async {
        let service = service(receipt: "p")
        service.change { $0.held = [.purchase] }
        #expect(await !flow(service).finishEarlierPurchases(of: wideEvents))
        #expect(service.calls == [])
    }

    @Test("An attempt waits for a recovery that is running")
    func waitingForRecovery() async {
        let service = MemoryService { $0.held = [.recovery] }
        async let result = flow(service).subscribe(to: "monthly")
        await clock.waitForSleepers(1)
        #expect(service.calls == [])
        service.change { $0.held = [] }
        clock.advance(by: .seconds(1))
        guard case .subscribed = await result else { return Issue.record("not subscribed") }
    }

    // MARK: - The next attempt

    @Test("The next attempt finishes an earlier purchase, and buys nothing")
    func nextAttempt() async {
        let service = service(receipt: "p")
        guard case .alreadySubscribed = await flow(service).subscribe(to: "yearly") else {
            return Issue.record("bought again")
        }
        #expect(hooks.calls.suffix(2) == [.activationSucceeded, .activeSubscriptionAlreadyPresent])
        #expect(service.calls == ["prepare", "confirm", "store nothing", "finish p"])
    }

    @Test("The next attempt fails while an earlier payment cannot be confirmed, and buys nothing")
    func nextAttemptFails() async {
        let service = service(receipt: "p") { $0.errors = ["confirm": [SubscriptionError.unexpectedStatus(503)]] }
        guard case .failed(.accountActivation, _) = await flow(service).subscribe(to: "yearly") else {
            return Issue.record("bought again")
        }
        #expect(service.purchase?.receipt?.proof == "p")
        #expect(service.calls == ["prepare", "confirm"])
    }

    @Test("The next attempt for the same product continues an open checkout")
    func sameProduct() async {
        let service = service()
        guard case .subscribed = await flow(service).subscribe(to: "monthly") else { return Issue.record("not bought") }
        #expect(service.calls.prefix(4) == ["prepare", "state", "subscription", "pay monthly"])
    }

    @Test("An attempt for another product closes the open checkout first")
    func otherProduct() async {
        let service = service()
        guard case .subscribed = await flow(service).subscribe(to: "yearly") else { return Issue.record("not bought") }
        #expect(
            service.calls.dropFirst(3).prefix(4) == ["close", "open yearly", "store checkout", "pay yearly"])
    }

    @Test("A checkout that was paid while it was to be closed for another product is not paid again")
    func paidMeanwhile() async {
        let service = service()
        let provider = ClosingProvider(base: service)
        let hooks = hooks
        let flow = SubscriptionPurchaseFlow(
            api: service, provider: provider, storage: service, clock: IntervalClock(clock.time), time: clock.time,
            makeInstrumentation: { hooks })
        guard case .subscribed = await flow.subscribe(to: "yearly") else { return Issue.record("not subscribed") }
        #expect(!service.calls.contains { $0.hasPrefix("open") || $0.hasPrefix("pay") })
        #expect(service.calls.contains("finish late"))
    }

    @Test("An open checkout of another platform keeps an attempt from charging")
    func otherPlatform() async {
        let service = service { $0.purchase = UnfinishedPurchase(selectionID: "m", platform: .appStore, checkoutID: "c") }
        guard case .failed(.accountPayment, let error) = await flow(service).subscribe(to: "monthly") else {
            return Issue.record("not refused")
        }
        #expect(error as? SubscriptionError == .purchaseInProgress)
    }

    // MARK: - Restore

    @Test("A restore needs an account with a usable subscription", arguments: [true, false])
    func restore(isActive: Bool) async {
        let service = MemoryService {
            $0.account = SubscriptionAccount(token: "t")
            $0.subscriptions = ["t": SubscriptionState(isActive: isActive, entitlements: ["vpn"])]
        }
        let error = WideEventErrorData(SubscriptionError.nothingToRestore)
        do {
            try await flow(service).restore()
            #expect(isActive)
        } catch {
            #expect(error as? SubscriptionError == .nothingToRestore)
        }
        #expect(hooks.calls == [.restoreStarted, isActive ? .restoreSucceeded : .restoreFailed(error: error)])
    }

    @Test("A restore finishes a purchase that was not confirmed")
    func restoreUnfinished() async throws {
        let service = service(receipt: "p")
        try await flow(service).restore()
        #expect(hooks.calls == [.restoreStarted, .activationSucceeded, .restoreSucceeded])
        #expect(service.purchase == nil)
    }

    @Test("A restore whose unfinished purchase cannot be confirmed throws the reason, not that there is none")
    func restoreFails() async {
        let service = service(receipt: "p") { $0.errors = ["confirm": [SubscriptionError.unexpectedStatus(503)]] }
        await #expect(throws: SubscriptionError.unexpectedStatus(503)) { try await flow(service).restore() }
        #expect(service.purchase != nil)
    }

    @Test("An account that the service does not know is no purchase", arguments: [401, 404])
    func unknownAccount(status: Int) async {
        let service = MemoryService {
            $0.account = SubscriptionAccount(token: "t")
            $0.errors = ["subscription": [SubscriptionError.unexpectedStatus(status)]]
        }
        await #expect(throws: SubscriptionError.nothingToRestore) { try await flow(service).restore() }
    }

    @Test("A receipt that the service does not know does not hide the stored account")
    func unknownReceipt() async throws {
        let service = MemoryService {
            $0.earlier = PurchaseReceipt(proof: "unknown")
            $0.account = SubscriptionAccount(token: "t")
            $0.subscriptions = ["t": SubscriptionState(isActive: true, entitlements: ["vpn"])]
        }
        try await flow(service).restore()
        #expect(service.account == "t")
    }

    @Test("A restore stores the account that owns the receipt")
    func owner() async throws {
        let service = MemoryService {
            $0.earlier = PurchaseReceipt(proof: "p")
            $0.owners = ["p": "owner"]
            $0.account = SubscriptionAccount(token: "t")
            $0.subscriptions = [
                "t": SubscriptionState(isActive: false, entitlements: []),
                "owner": SubscriptionState(isActive: true, entitlements: ["vpn"]),
            ]
        }
        try await flow(service).restore()
        #expect(service.account == "owner")
    }
}

/// A platform on which the person pays at the moment in which the checkout is closed.
private struct ClosingProvider: PurchaseProvider {
    let base: MemoryService

    var platform: SubscriptionPlatform { base.platform }
    func prepare(selectionID: String) async throws { try await base.prepare(selectionID: selectionID) }
    func earlierPurchase() async throws -> PurchaseReceipt? { nil }
    func openCheckout(for selectionID: String, account: SubscriptionAccount) async throws -> String? {
        try await base.openCheckout(for: selectionID, account: account)
    }
    func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        try await base.pay(purchase, account: account)
    }
    func checkout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        try await base.checkout(id, account: account)
    }
    func closeCheckout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        .paid(PurchaseReceipt(proof: "late"))
    }
    func finish(_ receipt: PurchaseReceipt) async { await base.finish(receipt) }
}
