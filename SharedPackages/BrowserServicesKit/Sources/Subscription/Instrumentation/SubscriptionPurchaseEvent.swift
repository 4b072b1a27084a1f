/// The events that the purchase of a subscription reports to the app.
public enum SubscriptionPurchaseEvent: Sendable {
    /// The page that offers the subscription was shown.
    case pageShown
    /// A price on that page was chosen.
    case priceSelected(SubscriptionPlan)
    /// Another element of that page was chosen.
    case pageClicked(SubscriptionPageElement)
    /// A person began to purchase.
    case purchaseAttempted(platform: SubscriptionPlatform)
    /// The payment succeeded.
    case purchaseSucceeded
    /// The person gave up.
    case purchaseCancelled
    /// The payment waits for the approval of another person.
    case approvalPending
    /// The purchase failed at a step.
    case purchaseFailed(step: SubscriptionPurchaseStep, error: any Error)
    /// The subscription is active and its entitlements have arrived.
    case activated
    /// The subscription is paid, and its entitlements have not arrived yet.
    case entitlementsMissing
    /// The person already had an active subscription, and nothing was bought.
    case alreadySubscribed
    /// A person began to restore an earlier purchase.
    case restoreStarted
    /// An earlier purchase was restored.
    case restoreSucceeded
    /// An earlier purchase could not be restored.
    case restoreFailed(error: any Error)
}

/// The time after which a subscription renews.
public enum SubscriptionPlan: String, CaseIterable, Codable, Hashable, Sendable {
    /// A month.
    case monthly
    /// A year.
    case yearly
}

/// The elements of the page besides the prices.
public enum SubscriptionPageElement: String, CaseIterable, Hashable, Sendable {
    /// The frequent questions.
    case faq
    /// The terms.
    case terms
    /// "I have a subscription already".
    case restore
}

/// The platform that takes the payment.
public enum SubscriptionPlatform: String, CaseIterable, Codable, Hashable, Sendable {
    /// Apple's App Store.
    case appStore = "app_store"
    /// Stripe's checkout on a web page.
    case stripe
}

/// The steps at which a purchase can fail.
public enum SubscriptionPurchaseStep: String, CaseIterable, Codable, Hashable, Sendable {
    /// The check of the product and of the account.
    case flowStart = "FLOW_START"
    /// The creation of the account.
    case accountCreate = "ACCOUNT_CREATE"
    /// The payment.
    case accountPayment = "ACCOUNT_PAYMENT"
    /// The confirmation of the payment.
    case accountActivation = "ACCOUNT_ACTIVATION"
}
