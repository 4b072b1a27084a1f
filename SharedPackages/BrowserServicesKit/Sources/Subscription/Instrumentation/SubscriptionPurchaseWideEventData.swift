public import Foundation
public import WideEvent

/// The journey of one purchase, from the attempt to its end.
///
/// The origin is the name of the context. The app decides what leaves the device. Latencies leave it in buckets only.
public struct SubscriptionPurchaseWideEventData: WideEventData {
    /// `subscription-purchase`.
    public static let metadata = WideEventMetadata(name: "subscription-purchase")
    /// The time that a journey waits for its entitlements: 4 hours.
    public static let entitlementsPatience: TimeInterval = 4 * 3600

    /// The identity of the journey.
    public var globalData = WideEventGlobalData()
    /// The app.
    public var appData = WideEventAppData()
    /// The origin.
    public var contextData: WideEventContextData?
    /// The error of a failed journey.
    public var errorData: WideEventErrorData?
    /// The platform that takes the payment.
    public var platform: SubscriptionPlatform?
    /// The product.
    public var subscriptionID: String?
    /// Whether the person could have had a free trial.
    public var isFreeTrialEligible = false
    /// The step of a failed journey.
    public var failingStep: SubscriptionPurchaseStep?
    /// The latency of the account's creation.
    public var accountCreation: MeasuredInterval?
    /// The latency of the payment.
    public var accountPayment: MeasuredInterval?
    /// The latency of the activation.
    public var accountActivation: MeasuredInterval?
    /// The time since which a paid journey waits for its entitlements, or `nil` before its activation.
    public var entitlementsMissingSince: Date?

    /// Creates the data of a new journey.
    public init() {}

    /// Begins the activation: from now on the journey waits for its entitlements.
    mutating func activationStarted(at date: Date, _ clock: IntervalClock) {
        entitlementsMissingSince = date
        accountActivation = MeasuredInterval(startingAt: clock)
    }

    /// Keeps a journey that waits for its entitlements, for up to 4 hours. Any other ends as `partial_data`.
    public func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision {
        guard let entitlementsMissingSince else { return .complete(.unknown(reason: "partial_data")) }
        // Absolute, so that a clock that was set back does not make it wait for ever.
        let wait = abs(now.timeIntervalSince(entitlementsMissingSince))
        return wait < Self.entitlementsPatience ? .keepPending : .complete(.unknown(reason: "missing_entitlements"))
    }
}
