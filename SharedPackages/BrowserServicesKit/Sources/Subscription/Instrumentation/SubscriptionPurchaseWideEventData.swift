public import Foundation
public import WideEvent

/// The journey of one purchase, from the attempt to its end.
///
/// The origin is the context's name. The app decides what of it travels; latencies do in buckets alone.
public struct SubscriptionPurchaseWideEventData: WideEventData {
    /// `subscription-purchase`.
    public static let metadata = WideEventMetadata(name: "subscription-purchase")
    /// How long entitlements are waited for: 4 hours.
    public static let entitlementsPatience: TimeInterval = 4 * 3600

    /// Which journey it is.
    public var globalData = WideEventGlobalData()
    /// The app.
    public var appData = WideEventAppData()
    /// The origin.
    public var contextData: WideEventContextData?
    /// Why it failed.
    public var errorData: WideEventErrorData?
    /// Who takes the money.
    public var platform: SubscriptionPlatform?
    /// The product.
    public var subscriptionID: String?
    /// Whether the person could have had a free trial.
    public var isFreeTrialEligible = false
    /// The step that failed.
    public var failingStep: SubscriptionPurchaseStep?
    /// How long the account took.
    public var accountCreation: MeasuredInterval?
    /// How long the payment took.
    public var accountPayment: MeasuredInterval?
    /// Since when the entitlements are waited for; `nil` when they are not.
    public var entitlementsMissingSince: Date?

    /// Creates the data of a purchase about which nothing is known yet.
    public init() {}

    /// Keeps a purchase that waits for its entitlements, up to 4 hours; any other ends as `partial_data`.
    public func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision {
        guard let entitlementsMissingSince else { return .complete(.unknown(reason: "partial_data")) }
        // Absolute: a clock that was set back must not make it wait for good.
        let wait = abs(now.timeIntervalSince(entitlementsMissingSince))
        return wait < Self.entitlementsPatience ? .keepPending : .complete(.unknown(reason: "missing_entitlements"))
    }
}
