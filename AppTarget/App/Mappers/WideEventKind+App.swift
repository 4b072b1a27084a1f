package import WideEvent

extension WideEventKind {
    /// Every kind of flow that this app keeps.
    package static let all = [subscriptionPurchase]
}
