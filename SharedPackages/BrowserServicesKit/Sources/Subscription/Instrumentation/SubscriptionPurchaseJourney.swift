import Foundation
import WideEvent

/// The effects of each hook: the table of ``SubscriptionPurchaseInstrumentation`` as a value.
struct SubscriptionPurchaseJourney: Sendable {
    typealias FlowID = WideEventFlowID<SubscriptionPurchaseWideEventData>

    /// An effect. Effects take place in order, outside of the lock.
    enum Effect: Sendable {
        case fire(SubscriptionPurchaseEvent)
        case start(SubscriptionPurchaseWideEventData)
        case update(FlowID, @Sendable (inout SubscriptionPurchaseWideEventData) -> Void)
        case complete(FlowID, WideEventStatus, @Sendable (inout SubscriptionPurchaseWideEventData) -> Void = { _ in })
        case discard(FlowID)
        /// Ends the flows that wait for their entitlements, except that of the attempt.
        case endWaiting(except: FlowID?)
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
        return reportPaid() + (open.map { [.update($0.id) { $0.accountPayment = duration }] } ?? [])
    }

    func activationStarted(at date: Date, _ clock: IntervalClock) -> [Effect] {
        guard let open = openAttempt else { return [] }
        return [.update(open.id) { $0.activationStarted(at: date, clock) }]
    }

    mutating func activationSucceeded(_ clock: IntervalClock) -> [Effect] {
        let open = end()
        return reportActivated() + (open.map { [success($0.id, clock)] } ?? []) + [.endWaiting(except: nil)]
    }

    mutating func stripePurchaseSucceeded(_ clock: IntervalClock) -> [Effect] {
        if let open = openAttempt, open.platform == .appStore { return [.fire(.purchaseSucceeded), .fire(.activated)] }
        let open = end()
        return reportPaid() + reportActivated() + (open.map { [success($0.id, clock)] } ?? [])
    }

    func restoreSucceeded() -> [Effect] { [.fire(.restoreSucceeded), .endWaiting(except: openAttempt?.id)] }

    mutating func entitlementsMissing(since date: Date) -> [Effect] {
        end(reporting: .entitlementsMissing) { .update($0) { $0.entitlementsMissingSince = date } }
    }

    mutating func alreadySubscribed() -> [Effect] {
        end(reporting: .alreadySubscribed) { .discard($0) }
    }

    /// An attempt that was paid is not cancelled: it waits for its entitlements.
    mutating func cancelled(at date: Date) -> [Effect] {
        if let open = openAttempt, open.isPaid {
            _ = end()
            return [.update(open.id) { $0.entitlementsMissingSince = date }]
        }
        return end(reporting: .purchaseCancelled) { .complete($0, .cancelled) }
    }

    mutating func approvalPending() -> [Effect] {
        end(reporting: .approvalPending) { .complete($0, .unknown(reason: "approval_pending")) }
    }

    mutating func failed(_ step: SubscriptionPurchaseStep, _ error: any Error) -> [Effect] {
        let errorData = WideEventErrorData(error)
        return end(reporting: .purchaseFailed(step: step, error: error)) {
            .complete($0, .failure) { data in
                data.failingStep = step
                data.errorData = errorData
            }
        }
    }

    // MARK: - Parts

    private func success(_ id: FlowID, _ clock: IntervalClock) -> Effect {
        .complete(id, .success) { $0.accountActivation?.complete(clock) }
    }

    /// Ends the open attempt and returns it.
    private mutating func end() -> Attempt? {
        let open = openAttempt
        attempt?.isOpen = false
        return open
    }

    /// Reports an end, unless the attempt is already over.
    private mutating func end(reporting event: SubscriptionPurchaseEvent, _ effect: (FlowID) -> Effect) -> [Effect] {
        if isOver { return [] }
        let open = end()
        return [.fire(event)] + (open.map { [effect($0.id)] } ?? [])
    }

    private mutating func reportPaid() -> [Effect] {
        defer { attempt?.isPaid = true }
        return attempt?.isPaid == true ? [] : [.fire(.purchaseSucceeded)]
    }

    private mutating func reportActivated() -> [Effect] {
        defer { attempt?.isActivated = true }
        return attempt?.isActivated == true ? [] : [.fire(.activated)]
    }
}
