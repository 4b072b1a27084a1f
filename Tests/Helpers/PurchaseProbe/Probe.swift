import BrowserApp
import Foundation
import Subscription
import WideEvent

/// A process of its own for tests in which one must die: `PurchaseProbe <command> <folder> <count>`.
///
/// It says `ready`, waits for a line, acts, says what came of it, and waits for the end of its input.
@main struct Probe {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else { exit(64) }
        let folder = URL(filePath: arguments[2])
        say("ready")
        _ = readLine()
        switch arguments[1] {
        case "crash": await buy(folder, PurchaseScript(.crashes(SubscriptionPurchaseStep.allCases[count])))
        case "crash-waiting": await buy(folder, PurchaseScript(.missingEntitlements))
        case "complete": await complete(folder, count)
        default: exit(64)
        }
        while readLine() != nil {}
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func wideEvents(in folder: URL) -> WideEventStore {
        WideEventStore(
            // Pending consent stores and does not send.
            outbox: .live(directory: folder, endpoint: URL(filePath: "/nowhere"), initialConsent: .pending),
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(app: WideEventAppData(name: "browser")), kinds: WideEventKind.all))
    }

    /// Buys by a script, and dies at the step that it names, or at the end.
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
            instrumentation: DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, events: .noOp),
            clock: wideEvents.clock)
        _ = await flow.subscribe(to: "monthly", origin: "probe")
        await crash()
    }

    /// Starts and completes flows, and says the number of each once its completion is committed.
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
