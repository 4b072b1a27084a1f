import BrowserApp
import Foundation
import Subscription
import WideEvent

/// Buys a subscription: waits for a line, acts, prints the results, and waits for the end of its input.
enum PurchaseProbe {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3, let count = Int(arguments[2]) else { misused() }
        let folder = URL(filePath: arguments[1])
        say("ready")
        _ = readLine()
        switch arguments[0] {
        case "crash": await buy(folder, PurchaseScript(.crashes(SubscriptionPurchaseStep.allCases[count])))
        case "crash-waiting": await buy(folder, PurchaseScript(.missingEntitlements))
        case "complete": await complete(folder, count)
        default: misused()
        }
        while readLine() != nil {}
    }

    private static func wideEvents(in folder: URL) -> WideEventStore {
        WideEventStore(
            // Pending consent stores and does not send.
            outbox: .live(directory: folder, endpoint: URL(filePath: "/nowhere"), initialConsent: .pending),
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(app: WideEventAppData(name: "browser")), kinds: WideEventKind.all))
    }

    /// Buys by a script, and kills the process at the step that the script names, or at the end.
    private static func buy(_ folder: URL, _ script: PurchaseScript) async {
        let wideEvents = wideEvents(in: folder)
        let crash: @Sendable () async -> Void = {
            await wideEvents.settle()
            kill(getpid(), SIGKILL)
        }
        let flow = SubscriptionPurchaseFlow(
            api: ScriptedSubscriptionAPI(LocalAccounts(), script: script, crash: crash),
            provider: ScriptedPurchaseProvider(platform: .appStore, script: script, crash: crash),
            accounts: LocalAccounts(),
            instrumentation: DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: .noOp),
            clock: wideEvents.clock)
        _ = await flow.subscribe(to: "monthly", origin: "probe")
        await crash()
    }

    /// Starts and completes flows, and prints the number of each one after its completion is committed.
    private static func complete(_ folder: URL, _ count: Int) async {
        let wideEvents = wideEvents(in: folder)
        for number in 0..<count {
            var flow = SubscriptionPurchaseWideEventData()
            flow.contextData = WideEventContextData(name: "probe")
            wideEvents.startFlow(flow)
            wideEvents.updateFlow(flow.flowID) { $0.subscriptionID = "\(number)" }
            let outcome: WideEventOutcome = await withCheckedContinuation { continuation in
                wideEvents.completeFlow(flow.flowID, status: .success) { continuation.resume(returning: $0) }
            }
            say(outcome == .completed(.success) ? "\(number)" : "\(outcome)")
        }
    }
}

/// An account service that needs no network.
private struct LocalAccounts: SubscriptionAPI, SubscriptionAccounts {
    func createAccount() async throws -> SubscriptionAccount { SubscriptionAccount(token: "t") }
    func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState {
        SubscriptionState(isActive: true, entitlements: ["vpn"])
    }
    func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        SubscriptionState(isActive: true, entitlements: ["vpn"])
    }
    func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        SubscriptionAccount(token: "t")
    }
    func account() throws -> SubscriptionAccount? { nil }
    func keep(_ account: SubscriptionAccount) throws {}
}
