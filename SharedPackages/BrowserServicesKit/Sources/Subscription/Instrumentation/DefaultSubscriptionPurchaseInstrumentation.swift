public import Common
public import Foundation
import Primitives
public import WideEvent

/// Tells the moments of a purchase through an `EventMapping`, and the journey as a wide event.
///
/// Effects happen in the order of the hooks, outside of every lock; a hook that is called while another thread is at it
/// leaves its effects to that thread.
public final class DefaultSubscriptionPurchaseInstrumentation: SubscriptionPurchaseInstrumentation {
    private typealias Journey = SubscriptionPurchaseJourney

    private struct State {
        var journey = Journey()
        var effects: [Journey.Effect] = []
        var isAtWork = false
    }

    private let wideEvent: any WideEventManaging
    private let eventMapping: EventMapping<SubscriptionPurchaseEvent>
    private let now: @Sendable () -> Date
    private let state = Locked(State())

    /// Creates the instrumentation of one purchase page.
    ///
    /// - Parameters:
    ///   - wideEvent: Keeps the journey.
    ///   - eventMapping: Receives the moments.
    ///   - now: When entitlements began to be missing.
    public init(
        wideEvent: any WideEventManaging, eventMapping: EventMapping<SubscriptionPurchaseEvent>,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.wideEvent = wideEvent
        self.eventMapping = eventMapping
        self.now = now
    }

    /// Tells that the page was shown.
    public func purchasePageShown() { tell(.pageShown) }

    /// Tells which price was chosen.
    public func priceSelected(_ plan: SubscriptionPlan) { tell(.priceSelected(plan)) }

    /// Tells what else was chosen on the page.
    public func pageClicked(_ element: SubscriptionPageElement) { tell(.pageClicked(element)) }

    /// Starts a journey; one that is open is given up.
    public func purchaseAttemptStarted(
        selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?
    ) {
        var data = SubscriptionPurchaseWideEventData()
        // Always there: a definition that declares a context demands it.
        data.contextData = WideEventContextData(name: origin ?? "unknown")
        data.platform = platform
        data.subscriptionID = selectionID
        data.isFreeTrialEligible = freeTrialEligible
        let started = data
        act { $0.attemptStarted(started, on: platform) }
    }

    /// Adds the account's latency to the journey.
    public func accountCreated(duration: MeasuredInterval) { act { $0.accountCreated(duration) } }

    /// Tells the payment, and adds its latency to the journey.
    public func paymentCompleted(duration: MeasuredInterval) { act { $0.paymentCompleted(duration) } }

    /// Does nothing: what follows tells how it ended, and a journey that stops here ends as `partial_data`.
    public func activationStarted() {}

    /// Tells the activation, and ends the journey and those that wait as success.
    public func activationSucceeded() { act { $0.activationSucceeded() } }

    /// Tells the purchase, and ends a Stripe journey as success.
    public func stripePurchaseSucceeded() { act { $0.stripePurchaseSucceeded() } }

    /// Leaves the journey pending for its entitlements.
    public func activationFailedWithMissingEntitlements() {
        let now = now()
        act { $0.entitlementsMissing(since: now) }
    }

    /// Discards the journey.
    public func activeSubscriptionAlreadyPresent() { act { $0.alreadySubscribed() } }

    /// Ends the journey as cancelled.
    public func purchaseCancelled() { act { $0.cancelled() } }

    /// Ends the journey as failure, or as cancelled when that is what the error means.
    public func purchaseFailed(step: SubscriptionPurchaseStep, error: any Error) {
        act { isCancellation(error) ? $0.cancelled() : $0.failed(step, error) }
    }

    /// Tells that a restore began.
    public func restoreStarted() { tell(.restoreStarted) }

    /// Tells the restore, and ends journeys that wait for entitlements as success.
    public func restoreSucceeded() { act { _ in [.fire(.restoreSucceeded), .endWaiting] } }

    /// Tells why a restore failed.
    public func restoreFailed(error: any Error) { tell(.restoreFailed(error: error)) }

    // MARK: - Effects

    private func tell(_ event: SubscriptionPurchaseEvent) { act { _ in [.fire(event)] } }

    private func act(_ decide: (inout Journey) -> [Journey.Effect]) {
        let isMine = state.withLock { state in
            state.effects += decide(&state.journey)
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        guard isMine else { return }
        while let effect = nextEffect() { perform(effect) }
    }

    private func nextEffect() -> Journey.Effect? {
        state.withLock { state in
            guard state.effects.isEmpty else { return state.effects.removeFirst() }
            state.isAtWork = false
            return nil
        }
    }

    private func perform(_ effect: Journey.Effect) {
        switch effect {
        case .fire(let event): eventMapping.fire(event)
        case .start(let data): wideEvent.startFlow(data)
        case .update(let id, let change): wideEvent.updateFlow(id, change)
        case .complete(let id, let status, let change):
            wideEvent.changeFlow(id) { data in
                change(&data)
                return .complete(status)
            }
        case .discard(let id): wideEvent.discardFlow(id)
        case .endWaiting:
            wideEvent.changeFlows(of: SubscriptionPurchaseWideEventData.self, onComplete: nil) { data in
                data.entitlementsMissingSince == nil
                    ? .keepPending : .complete(.success(reason: "missing_entitlements_delayed_activation"))
            }
        }
    }
}
