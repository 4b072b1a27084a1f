public import Common
public import Foundation
import Primitives
public import WideEvent

/// Reports the events of one attempt to purchase through an `EventMapping`, and its journey as a wide event.
///
/// Create one instance for each attempt. Effects take place in the order of the hooks, outside of every lock. A hook that is
/// called while another thread performs effects leaves its effects to that thread.
public final class DefaultSubscriptionPurchaseInstrumentation: SubscriptionPurchaseInstrumentation {
    private typealias Journey = SubscriptionPurchaseJourney

    private struct State {
        var journey = Journey()
        var effects: [Journey.Effect] = []
        var isPerforming = false
    }

    private let wideEvent: any WideEventManaging
    private let eventMapping: EventMapping<SubscriptionPurchaseEvent>
    private let now: @Sendable () -> Date
    private let state = Locked(State())

    /// Creates the instrumentation of one attempt.
    ///
    /// - Parameters:
    ///   - wideEvent: Stores the journey.
    ///   - eventMapping: Receives the events.
    ///   - now: The time since which a journey waits for its entitlements.
    public init(
        wideEvent: any WideEventManaging, eventMapping: EventMapping<SubscriptionPurchaseEvent>,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.wideEvent = wideEvent
        self.eventMapping = eventMapping
        self.now = now
    }

    /// Reports that the page was shown.
    public func purchasePageShown() { report(.pageShown) }

    /// Reports the price that was chosen.
    public func priceSelected(_ plan: SubscriptionPlan) { report(.priceSelected(plan)) }

    /// Reports another element of the page that was chosen.
    public func pageClicked(_ element: SubscriptionPageElement) { report(.pageClicked(element)) }

    /// Starts a journey. An attempt of this instance that is still open is given up.
    public func purchaseAttemptStarted(
        selectionID: String, freeTrialEligible: Bool, platform: SubscriptionPlatform, origin: String?
    ) {
        var data = SubscriptionPurchaseWideEventData()
        // A definition that declares a context demands one.
        data.contextData = WideEventContextData(name: origin ?? "unknown")
        data.platform = platform
        data.subscriptionID = selectionID
        data.isFreeTrialEligible = freeTrialEligible
        let started = data
        act { $0.attemptStarted(started, on: platform) }
    }

    /// Adds the account's latency to the journey.
    public func accountCreated(duration: MeasuredInterval) { act { $0.accountCreated(duration) } }

    /// Reports the payment, and adds its latency to the journey.
    public func paymentCompleted(duration: MeasuredInterval) { act { $0.paymentCompleted(duration) } }

    /// Begins to measure the activation. From now on, an interrupted journey waits for its entitlements.
    public func activationStarted() {
        let now = now()
        act { [clock = wideEvent.clock] in $0.activationStarted(at: now, clock) }
    }

    /// Reports the activation, and ends the journey and those that wait as success.
    public func activationSucceeded() { act { [clock = wideEvent.clock] in $0.activationSucceeded(clock) } }

    /// Reports the purchase, and ends a Stripe journey as success.
    public func stripePurchaseSucceeded() { act { [clock = wideEvent.clock] in $0.stripePurchaseSucceeded(clock) } }

    /// Leaves the journey pending for its entitlements.
    public func activationFailedWithMissingEntitlements() {
        let now = now()
        act { $0.entitlementsMissing(since: now) }
    }

    /// Discards the journey.
    public func activeSubscriptionAlreadyPresent() { act { $0.alreadySubscribed() } }

    /// Ends the journey as cancelled. A journey that was paid waits for its entitlements instead.
    public func purchaseCancelled() {
        let now = now()
        act { $0.cancelled(at: now) }
    }

    /// Ends the journey as failure. An error that means cancellation or a pending approval ends it as that.
    public func purchaseFailed(step: SubscriptionPurchaseStep, error: any Error) {
        if isCancellation(error) { return purchaseCancelled() }
        act { isApprovalPending(error) ? $0.approvalPending() : $0.failed(step, error) }
    }

    /// Reports that a restore began.
    public func restoreStarted() { report(.restoreStarted) }

    /// Reports the restore, and ends journeys that wait for entitlements as success.
    public func restoreSucceeded() { act { $0.restoreSucceeded() } }

    /// Reports the error of a restore.
    public func restoreFailed(error: any Error) { report(.restoreFailed(error: error)) }

    // MARK: - Effects

    private func report(_ event: SubscriptionPurchaseEvent) { act { _ in [.fire(event)] } }

    private func act(_ decide: (inout Journey) -> [Journey.Effect]) {
        let isMine = state.withLock { state in
            state.effects += decide(&state.journey)
            defer { state.isPerforming = true }
            return !state.isPerforming
        }
        guard isMine else { return }
        while let effect = nextEffect() { perform(effect) }
    }

    private func nextEffect() -> Journey.Effect? {
        state.withLock { state in
            guard state.effects.isEmpty else { return state.effects.removeFirst() }
            state.isPerforming = false
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
        case .endWaiting(let attempt):
            wideEvent.changeFlows(of: SubscriptionPurchaseWideEventData.self, onComplete: nil) {
                [clock = wideEvent.clock] data in
                if data.entitlementsMissingSince == nil || data.flowID == attempt { return .keepPending }
                data.accountActivation?.complete(clock)
                return .complete(.success(reason: "missing_entitlements_delayed_activation"))
            }
        }
    }
}
