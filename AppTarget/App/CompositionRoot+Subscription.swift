import Foundation
import Persistence
import Primitives
package import Subscription
import WideEvent

extension SubscriptionPlan {
    /// The identifier of the product at the services.
    package var productID: String { "browser.\(rawValue)" }
}

extension CompositionRoot {
    /// Returns a purchase on a platform, or `nil` if the platform is not available.
    ///
    /// - Parameter script: Simulates the services and the payment provider.
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
            api: api, provider: provider, storage: AccountFile(folder: configuration.dataFolder),
            clock: wideEvents.clock, time: TimeSource(now: date, clock: ContinuousClock()),
            makeInstrumentation: makeSubscriptionPurchaseInstrumentation)
    }

    /// Creates the instrumentation of one attempt, or of one page.
    @Sendable package func makeSubscriptionPurchaseInstrumentation() -> any SubscriptionPurchaseInstrumentation {
        DefaultSubscriptionPurchaseInstrumentation(
            wideEvent: wideEvents, eventMapping: subscriptionPurchaseEvents, now: date)
    }

    /// Finishes the purchases of earlier launches, and then ends their abandoned journeys.
    ///
    /// Runs once a launch. Later calls wait for the first one. Cancelling a call cancels the requests.
    package func recover() async {
        let work = recovery.withLock { work in
            if let work { return work }
            let begun = Task { [self] in
                for platform in SubscriptionPlatform.allCases {
                    await subscriptionPurchase(on: platform)?.finishEarlierPurchases(of: wideEvents)
                }
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

    /// Kills the process after pending writes are on disk. The next launch finishes the journey.
    private var crash: @Sendable () async -> Void {
        { [wideEvents] in
            await wideEvents.settle()
            kill(getpid(), SIGKILL)
        }
    }
}
