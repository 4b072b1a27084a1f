import Foundation
import WideEvent

/// Decides what each hook does: the table of ``SubscriptionPurchaseInstrumentation`` as a value.
struct SubscriptionPurchaseJourney: Sendable {
    typealias FlowID = WideEventFlowID<SubscriptionPurchaseWideEventData>

    /// What is to be done outside of the lock, in order.
    enum Effect: Sendable {
        case fire(SubscriptionPurchaseEvent)
        case start(SubscriptionPurchaseWideEventData)
        case update(FlowID, @Sendable (inout SubscriptionPurchaseWideEventData) -> Void)
        case complete(FlowID, WideEventStatus, @Sendable (inout SubscriptionPurchaseWideEventData) -> Void = { _ in })
        case discard(FlowID)
        case endWaiting
    }

    private struct Attempt {
        let id: FlowID
        let platform: SubscriptionPlatform
        var isOpen = true
        var isPaid = false
        var isActivated = false
    }

    private var attempt: Attempt?

    private var openAttempt: Attempt? { attempt.flatMap { $0.isOpen ? $0 : nil } }
    /// Whether the last attempt has ended.
    private var isOver: Bool { attempt.map { !$0.isOpen } ?? false }

    mutating func attemptStarted(_ data: SubscriptionPurchaseWideEventData, on platform: SubscriptionPlatform)
        -> [Effect]
    {
        let previous = openAttempt
        attempt = Attempt(id: data.flowID, platform: platform)
        let givenUp = previous.map { previous -> Effect in
            previous.isPaid
                ? .complete(previous.id, .unknown(reason: "partial_data")) : .discard(previous.id)
        }
        return [.fire(.purchaseAttempted(platform: platform))] + (givenUp.map { [$0] } ?? []) + [.start(data)]
    }

    func accountCreated(_ duration: MeasuredInterval) -> [Effect] {
        guard let open = openAttempt else { return [] }
        return [.update(open.id) { $0.accountCreation = duration }]
    }

    mutating func paymentCompleted(_ duration: MeasuredInterval) -> [Effect] {
        let open = openAttempt
        return tellPaid() + (open.map { [.update($0.id) { $0.accountPayment = duration }] } ?? [])
    }

    mutating func activationSucceeded() -> [Effect] {
        let open = end()
        return tellActivated() + (open.map { [.complete($0.id, .success)] } ?? []) + [.endWaiting]
    }

    mutating func stripePurchaseSucceeded() -> [Effect] {
        if let open = openAttempt, open.platform == .appStore { return [.fire(.purchaseSucceeded), .fire(.activated)] }
        let open = end()
        return tellPaid() + tellActivated() + (open.map { [.complete($0.id, .success)] } ?? [])
    }

    mutating func entitlementsMissing(since date: Date) -> [Effect] {
        end(telling: .entitlementsMissing) { .update($0) { $0.entitlementsMissingSince = date } }
    }

    mutating func alreadySubscribed() -> [Effect] {
        end(telling: .alreadySubscribed) { .discard($0) }
    }

    mutating func cancelled() -> [Effect] {
        end(telling: .purchaseCancelled) { .complete($0, .cancelled) }
    }

    mutating func failed(_ step: SubscriptionPurchaseStep, _ error: any Error) -> [Effect] {
        let errorData = WideEventErrorData(error)
        return end(telling: .purchaseFailed(step: step, error: error)) {
            .complete($0, .failure) { data in
                data.failingStep = step
                data.errorData = errorData
            }
        }
    }

    // MARK: - Parts

    /// Ends the open attempt and returns it.
    private mutating func end() -> Attempt? {
        let open = openAttempt
        attempt?.isOpen = false
        return open
    }

    /// Tells an end, unless the attempt is over: nothing ends twice.
    private mutating func end(telling event: SubscriptionPurchaseEvent, _ effect: (FlowID) -> Effect) -> [Effect] {
        if isOver { return [] }
        let open = end()
        return [.fire(event)] + (open.map { [effect($0.id)] } ?? [])
    }

    private mutating func tellPaid() -> [Effect] {
        defer { attempt?.isPaid = true }
        return attempt?.isPaid == true ? [] : [.fire(.purchaseSucceeded)]
    }

    private mutating func tellActivated() -> [Effect] {
        defer { attempt?.isActivated = true }
        return attempt?.isActivated == true ? [] : [.fire(.activated)]
    }
}
