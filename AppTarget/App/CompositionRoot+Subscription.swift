import Foundation
package import Subscription
import WideEvent

extension SubscriptionPlan {
    /// The product that the services know it by.
    package var productID: String { "browser.\(rawValue)" }
}

extension CompositionRoot {
    /// A purchase on a platform, by a script if there is one; `nil` where the platform is not available.
    package func subscriptionPurchase(
        on platform: SubscriptionPlatform, script: PurchaseScript? = nil
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
            instrumentation: subscriptionPurchaseInstrumentation, clock: wideEvents.clock)
    }

    /// Ends what earlier launches left behind: entitlements that have arrived first, then what nobody waits for.
    package func recover() async {
        await subscriptionPurchase(on: .stripe)?.checkEntitlements(of: wideEvents)
        await wideEvents.resumePendingFlows(trigger: .appLaunch)
    }

    /// Ends the process like a crash, after what was told is on disk: what follows is the next launch's affair.
    private var crash: @Sendable () async -> Void {
        { [wideEvents] in
            await wideEvents.settle()
            kill(getpid(), SIGKILL)
        }
    }
}
