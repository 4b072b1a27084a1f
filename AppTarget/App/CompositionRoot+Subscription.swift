import Foundation
import Persistence
import Primitives
package import Subscription
import WideEvent

extension SubscriptionPlan {
    /// The product that the services know it by.
    package var productID: String { "browser.\(rawValue)" }
}

extension CompositionRoot {
    /// A purchase on a platform, by a script if there is one; `nil` where the platform is not available.
    package func subscriptionPurchase(
        on platform: SubscriptionPlatform, script: PurchaseScript? = nil,
        telling instrumentation: DefaultSubscriptionPurchaseInstrumentation? = nil
    ) -> SubscriptionPurchaseFlow? {
        let services = configuration.servicesURL
        var api: any SubscriptionAPI = HTTPSubscriptionAPI(services: services)
        let provider: any PurchaseProvider
        if let script {
            let crash = crash
            api = ScriptedSubscriptionAPI(api, script: script, crash: crash)
            provider = ScriptedPurchaseProvider(platform: platform, script: script, crash: crash)
        } else {
            switch platform {
            case .stripe: provider = CheckoutPurchaseProvider(services: services)
            case .appStore:
                #if canImport(StoreKit)
                provider = StoreKitPurchaseProvider()
                #else
                return nil
                #endif
            }
        }
        return SubscriptionPurchaseFlow(
            api: api, provider: provider, accounts: AccountFile(folder: configuration.dataFolder),
            instrumentation: instrumentation ?? subscriptionPurchaseInstrumentation, clock: wideEvents.clock)
    }

    /// Ends what earlier launches left behind: entitlements that have arrived first, then what nobody waits for.
    ///
    /// Once a launch: a later call waits for the first one's end. A cancelled call stops asking the service.
    package func recover() async {
        let work = recovery.withLock { work in
            if let work { return work }
            let begun = Task { [self] in
                // A journey of its own: an attempt of this launch must not end by what an earlier one waited for.
                let journey = DefaultSubscriptionPurchaseInstrumentation(
                    wideEvent: wideEvents, eventMapping: subscriptionPurchaseEvents, now: date)
                await subscriptionPurchase(on: .stripe, telling: journey)?.checkEntitlements(of: wideEvents)
                await wideEvents.resumePendingFlows(trigger: .appLaunch)
            }
            work = begun
            return begun
        }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Ends the process like a crash, after what was told is on disk: what follows is the next launch's affair.
    private var crash: @Sendable () async -> Void {
        { [wideEvents] in
            await wideEvents.settle()
            kill(getpid(), SIGKILL)
        }
    }
}
