/// What the subscription purchase reports to the app: moments, each told once.
public enum SubscriptionPurchaseEvent: Sendable {
    /// The page that offers the subscription was shown.
    case pageShown
    /// A price was chosen on that page.
    case priceSelected(SubscriptionPlan)
    /// Something else on that page was chosen.
    case pageClicked(SubscriptionPageElement)
    /// A person began to buy.
    case purchaseAttempted(platform: SubscriptionPlatform)
    /// The payment went through.
    case purchaseSucceeded
    /// The person gave up.
    case purchaseCancelled
    /// The purchase failed at a step.
    case purchaseFailed(step: SubscriptionPurchaseStep, error: any Error)
    /// The subscription is active, with its entitlements.
    case activated
    /// The subscription was paid, and its entitlements are not there yet.
    case entitlementsMissing
    /// The person had an active subscription already; nothing was bought.
    case alreadySubscribed
    /// A person began to restore an earlier purchase.
    case restoreStarted
    /// An earlier purchase was restored.
    case restoreSucceeded
    /// An earlier purchase could not be restored.
    case restoreFailed(error: any Error)
}

/// How long a subscription lasts before it renews.
public enum SubscriptionPlan: String, CaseIterable, Codable, Hashable, Sendable {
    /// A month.
    case monthly
    /// A year.
    case yearly
}

/// What can be chosen on the page besides a price.
public enum SubscriptionPageElement: String, CaseIterable, Hashable, Sendable {
    /// The questions that people ask.
    case faq
    /// The terms.
    case terms
    /// "I have a subscription already".
    case restore
}

/// Who takes the money.
public enum SubscriptionPlatform: String, CaseIterable, Codable, Hashable, Sendable {
    /// Apple's App Store.
    case appStore = "app_store"
    /// Stripe's checkout on a web page.
    case stripe
}

/// A step at which a purchase can fail.
public enum SubscriptionPurchaseStep: String, CaseIterable, Codable, Hashable, Sendable {
    /// Finding the product.
    case flowStart = "FLOW_START"
    /// Creating the account.
    case accountCreate = "ACCOUNT_CREATE"
    /// Paying.
    case accountPayment = "ACCOUNT_PAYMENT"
    /// Confirming the payment and receiving the entitlements.
    case accountActivation = "ACCOUNT_ACTIVATION"
}
