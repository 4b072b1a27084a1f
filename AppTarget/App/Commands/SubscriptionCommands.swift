import CommandLineKit
import Subscription

extension Command {
    static let subscribe = Command(
        "subscribe", summary: "Buy the subscription.",
        details: """
            Uses the account and the checkout of the services address. --script simulates a purchase instead: \
            success, cancelled, fail:STEP, missing-entitlements, already-subscribed or crash:STEP, where STEP is \
            FLOW_START, ACCOUNT_CREATE, ACCOUNT_PAYMENT or ACCOUNT_ACTIVATION. 'crash' kills the process, and the next \
            command finishes the journey.
            """,
        options: [
            Option("--plan", .word(["monthly", "yearly"]), isRequired: true, help: "The plan to buy."),
            Option(
                "--click", .word(of: SubscriptionPageElement.self), isRepeatable: true,
                help: "Click an element of the page before buying."),
            Option("--origin", .text("NAME"), help: "Where the offer was shown. The journey reports it."),
            Option(
                "--platform", .word(["stripe", "app-store"]), help: "The payment provider. By default stripe."),
            Option("--script", .text("OUTCOME"), help: "Simulate a purchase. No payment is made."),
        ]
    ) { invocation in
        guard let plan: SubscriptionPlan = invocation.choice("--plan") else {
            throw UsageError("--plan is missing. Add --plan monthly or --plan yearly.")
        }
        let platform = invocation.value("--platform") == "app-store" ? SubscriptionPlatform.appStore : .stripe
        let script = try invocation.value(
            "--script",
            expected: "success, cancelled, fail:STEP, missing-entitlements, already-subscribed or crash:STEP",
            PurchaseScript.init)
        return try await invocation.withApp { app in
            guard let purchase = app.subscriptionPurchase(on: platform, script: script) else {
                throw UsageError(
                    "The App Store is not available on this platform. Use --platform stripe or a --script.")
            }
            let page = app.makeSubscriptionPurchaseInstrumentation()
            page.purchasePageShown()
            for name in invocation.values("--click") {
                if let element = SubscriptionPageElement(rawValue: name) { page.pageClicked(element) }
            }
            page.priceSelected(plan)
            let result = await purchase.subscribe(to: plan.productID, origin: invocation.value("--origin"))
            invocation.print(["result": result.word, "step": result.step], or: result.text)
            return result.isSuccess ? .success : .failure
        }
    }

    static let restore = Command(
        "restore", summary: "Restore an earlier purchase.",
        details: "Looks for a purchase of this device or of its account. Exits with 1 if there is none."
    ) { invocation in
        try await invocation.withApp { app in
            let flow = app.subscriptionPurchase(on: .appStore) ?? app.subscriptionPurchase(on: .stripe)
            try await flow?.restore()
            invocation.print(["result": "restored"], or: "Restored: the subscription is active.")
            return .success
        }
    }
}

extension SubscriptionPurchaseFlow.Result {
    fileprivate var isSuccess: Bool {
        switch self {
        case .subscribed, .waitingForEntitlements, .alreadySubscribed, .pendingApproval: true
        case .cancelled, .failed: false
        }
    }

    fileprivate var word: String {
        switch self {
        case .subscribed: "subscribed"
        case .waitingForEntitlements: "waiting-for-entitlements"
        case .alreadySubscribed: "already-subscribed"
        case .pendingApproval: "pending-approval"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }

    fileprivate var step: String? {
        if case .failed(let step, _) = self { step.rawValue } else { nil }
    }

    fileprivate var text: String {
        switch self {
        case .subscribed: "Subscribed."
        case .waitingForEntitlements: "Paid. The subscription is not active yet. The next command checks again."
        case .alreadySubscribed: "Nothing was bought: a subscription is already active."
        case .pendingApproval: "The payment waits for approval. The subscription starts once it is approved."
        case .cancelled: "Cancelled."
        case .failed(let step, let error): "Failed at \(step.rawValue): \(error)"
        }
    }
}
