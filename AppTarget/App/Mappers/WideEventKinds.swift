package import Subscription
package import WideEvent

extension WideEventKind {
    /// All kinds of flows of this app.
    package static let all = [subscriptionPurchase]

    /// The journey of a purchase.
    package static let subscriptionPurchase = WideEventKind(
        SubscriptionPurchaseWideEventData.self, as: SubscriptionPurchaseWideEvent.self,
        ext: SubscriptionPurchaseWideEvent.Ext.init)
}

extension SubscriptionPurchaseWideEvent.Ext {
    /// Converts the data of a journey into the fields of the definition.
    package init(_ data: SubscriptionPurchaseWideEventData) {
        self.init(
            purchasePlatform: data.platform.map(PurchasePlatform.init),
            failingStep: data.failingStep.map(FailingStep.init), subscriptionIdentifier: data.subscriptionID,
            freeTrialEligible: data.isFreeTrialEligible,
            accountCreationLatencyMsBucketed: LatencyBuckets.standard.milliseconds(data.accountCreation)
                .flatMap(AccountCreationLatencyMsBucketed.init),
            accountPaymentLatencyMsBucketed: LatencyBuckets.standard.milliseconds(data.accountPayment)
                .flatMap(AccountPaymentLatencyMsBucketed.init),
            accountActivationLatencyMsBucketed: LatencyBuckets.standard.milliseconds(data.accountActivation)
                .flatMap(AccountActivationLatencyMsBucketed.init))
    }
}

extension SubscriptionPurchaseWideEvent.Ext.PurchasePlatform {
    /// Converts a platform.
    init(_ platform: SubscriptionPlatform) {
        switch platform {
        case .appStore: self = .appStore
        case .stripe: self = .stripe
        }
    }
}

extension SubscriptionPurchaseWideEvent.Ext.FailingStep {
    /// Converts a step.
    init(_ step: SubscriptionPurchaseStep) {
        switch step {
        case .flowStart: self = .flowStart
        case .accountCreate: self = .accountCreate
        case .accountPayment: self = .accountPayment
        case .accountActivation: self = .accountActivation
        }
    }
}
