import Common
import Foundation
import PixelKitTesting
import Primitives
import Subscription
import SubscriptionTesting
import Testing
import WideEvent
import WideEventTesting

/// An account service in memory.
final class MemoryAccounts: SubscriptionAPI, SubscriptionAccounts {
    private struct State {
        var kept: SubscriptionAccount?
        var entitlements = ["vpn"]
        var isActive = false
        var error: SubscriptionError?
    }

    private let state: Locked<State>

    init(entitlements: [String] = ["vpn"], kept: SubscriptionAccount? = nil, isActive: Bool = false) {
        state = Locked(State(kept: kept, entitlements: entitlements, isActive: isActive))
    }

    func set(entitlements: [String]) { state.withLock { $0.entitlements = entitlements } }

    func createAccount() async throws -> SubscriptionAccount { SubscriptionAccount(token: "t") }
    func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState {
        state.withLock { $0.isActive = true }
        return try await subscription(of: account)
    }
    func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        state.withLock { SubscriptionState(isActive: $0.isActive, entitlements: $0.entitlements) }
    }
    func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        SubscriptionAccount(token: "t")
    }
    func account() throws -> SubscriptionAccount? { state.withLock { $0.kept } }
    func keep(_ account: SubscriptionAccount) throws { state.withLock { $0.kept = account } }
}

@Suite struct SubscriptionPurchaseFlowTests {
    private typealias Call = MockSubscriptionPurchaseInstrumentation.Call

    private let hooks = MockSubscriptionPurchaseInstrumentation()
    private let clock = ManualClock()

    private func flow(
        _ end: PurchaseScript.End, platform: SubscriptionPlatform = .appStore,
        accounts: MemoryAccounts = MemoryAccounts(),
        instrumentation: (any SubscriptionPurchaseInstrumentation)? = nil
    ) -> SubscriptionPurchaseFlow {
        let script = PurchaseScript(end)
        return SubscriptionPurchaseFlow(
            api: ScriptedSubscriptionAPI(accounts, script: script, crash: {}),
            provider: ScriptedPurchaseProvider(platform: platform, script: script, crash: {}), accounts: accounts,
            instrumentation: instrumentation ?? hooks, clock: IntervalClock(clock.time))
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
        "A purchase calls the hooks in the expected order, however it ends",
        arguments: [
            (PurchaseScript.End.success, paid + [.activationSucceeded]),
            (.missingEntitlements, paid + [.activationFailedWithMissingEntitlements]),
            (.cancelled, [.accountCreated(duration: .zero), .purchaseCancelled]),
            (.fails(.flowStart), [failed(.flowStart)]), (.fails(.accountCreate), [failed(.accountCreate)]),
            (.fails(.accountPayment), [.accountCreated(duration: .zero), failed(.accountPayment)]),
            (.fails(.accountActivation), paid + [failed(.accountActivation)]),
        ])
    func order(end: PurchaseScript.End, calls: [MockSubscriptionPurchaseInstrumentation.Call]) async {
        _ = await flow(end).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        #expect(hooks.calls == [Self.begun] + calls)
    }

    @Test("A purchase through Stripe ends with its own hook")
    func stripe() async {
        _ = await flow(.success, platform: .stripe).subscribe(to: "monthly")
        #expect(hooks.calls.last == .stripePurchaseSucceeded)
    }

    @Test("Who is subscribed already buys nothing")
    func alreadySubscribed() async {
        let accounts = MemoryAccounts(kept: SubscriptionAccount(token: "t"), isActive: true)
        _ = await flow(.success, accounts: accounts).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        #expect(hooks.calls == [Self.begun, .activeSubscriptionAlreadyPresent])
    }

    @Test("Who bought on this device before is subscribed, though no account is kept")
    func earlierPurchase() async {
        _ = await flow(.alreadySubscribed).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        #expect(hooks.calls == [Self.begun, .activeSubscriptionAlreadyPresent])
    }

    @Test("A purchase whose task is cancelled is cancelled, never failed")
    func taskCancelled() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = await flow(.success).subscribe(to: "monthly", freeTrialEligible: true, origin: "menu")
        }
        await task.value
        #expect(hooks.calls == [Self.begun, .purchaseCancelled])
    }

    @Test("A restore needs an account with a usable subscription", arguments: [true, false])
    func restore(isActive: Bool) async {
        let accounts = MemoryAccounts(kept: SubscriptionAccount(token: "t"), isActive: isActive)
        let error = WideEventErrorData(SubscriptionError.nothingToRestore)
        do {
            try await flow(.success, accounts: accounts).restore()
            #expect(isActive)
        } catch {
            #expect(error as? SubscriptionError == .nothingToRestore)
        }
        #expect(hooks.calls == [.restoreStarted, isActive ? .restoreSucceeded : .restoreFailed(error: error)])
    }

    @Test("Entitlements that arrive late end the journey as success, with the reason")
    func lateEntitlements() async {
        let wideEvents = CapturingWideEvents()
        let accounts = MemoryAccounts(entitlements: [])
        let instrumentation = DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: .noOp)
        let flow = flow(.success, accounts: accounts, instrumentation: instrumentation)
        guard case .waitingForEntitlements = await flow.subscribe(to: "monthly") else {
            Issue.record("does not wait")
            return
        }
        #expect(await !flow.checkEntitlements(of: wideEvents))
        accounts.set(entitlements: ["vpn"])
        #expect(await flow.checkEntitlements(of: wideEvents))
        #expect(await !flow.checkEntitlements(of: wideEvents))
        #expect(
            wideEvents.words.last
                == "complete subscription-purchase SUCCESS missing_entitlements_delayed_activation")
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
        "Anything else is no script", arguments: ["", "Success", "fail", "fail:", "crash:LUNCH", "success:FLOW_START"])
    func noScript(text: String) {
        #expect(PurchaseScript(text) == nil)
    }
}
