/// A purchase whose course is known beforehand, for trying out and for tests.
public struct PurchaseScript: Sendable, Hashable {
    /// How it ends.
    public enum End: Sendable, Hashable {
        /// Paid and active.
        case success
        /// The person gives up at the payment.
        case cancelled
        /// A step fails.
        case fails(SubscriptionPurchaseStep)
        /// Paid, and the entitlements do not arrive.
        case missingEntitlements
        /// The person is subscribed already.
        case alreadySubscribed
        /// The process ends at a step.
        case crashes(SubscriptionPurchaseStep)
    }

    /// How it ends.
    public let end: End

    /// Creates a script.
    public init(_ end: End) { self.end = end }

    /// Reads `success`, `cancelled`, `fail:STEP`, `missing-entitlements`, `already-subscribed` or `crash:STEP`.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let step = parts.count == 2 ? SubscriptionPurchaseStep(rawValue: parts[1]) : nil
        switch (parts.first, parts.count, step) {
        case ("success", 1, _): end = .success
        case ("cancelled", 1, _): end = .cancelled
        case ("missing-entitlements", 1, _): end = .missingEntitlements
        case ("already-subscribed", 1, _): end = .alreadySubscribed
        case ("fail", 2, let step?): end = .fails(step)
        case ("crash", 2, let step?): end = .crashes(step)
        default: return nil
        }
    }

    func reach(_ step: SubscriptionPurchaseStep, crash: @Sendable () async -> Void) async throws {
        if end == .crashes(step) { await crash() }
        if end == .fails(step) { throw SubscriptionError.scripted(step) }
    }
}
