import CommandLineKit
import Subscription

extension Command {
    static let subscribe = Command(
        "subscribe", summary: "Buy the subscription.",
        details: """
            The account and the checkout are those of the services address. --script plays a course instead of paying: \
            success, cancelled, fail:STEP, missing-entitlements, already-subscribed or crash:STEP, where STEP is \
            FLOW_START, ACCOUNT_CREATE, ACCOUNT_PAYMENT or ACCOUNT_ACTIVATION. A crash ends the process; the next command \
            ends the journey.
            """,
        options: [
            Option("--plan", "monthly|yearly", help: "What to buy."),
            Option("--origin", "NAME", help: "What led here; it travels with the journey."),
            Option("--platform", "stripe|app-store", help: "Who takes the money; stripe by default."),
            Option("--script", "COURSE", help: "Play a course; nobody pays."),
        ]
    ) { invocation in
        guard invocation.arguments.isEmpty else { throw invocation.usage("'subscribe' takes options alone.") }
        let plan = try plan(invocation)
        let platform = try platform(invocation)
        let script = try script(invocation)
        return try await invocation.withApp { app in
            guard let purchase = app.subscriptionPurchase(on: platform, script: script) else {
                throw invocation.usage("There is no App Store here; use --platform stripe, or a --script.")
            }
            app.subscriptionPurchaseInstrumentation.purchasePageShown()
            app.subscriptionPurchaseInstrumentation.priceSelected(plan)
            let result = await purchase.subscribe(to: plan.productID, origin: invocation.value("--origin"))
            invocation.print(["result": result.word, "step": result.step], or: result.text)
            return result.isFine ? .success : .failure
        }
    }

    static let restore = Command(
        "restore", summary: "Restore an earlier purchase.",
        details: "Looks for a purchase that this device or its account knows. Exits with 1 when there is none."
    ) { invocation in
        guard invocation.arguments.isEmpty else { throw invocation.usage("'restore' takes no arguments.") }
        return try await invocation.withApp { app in
            let flow = app.subscriptionPurchase(on: .appStore) ?? app.subscriptionPurchase(on: .stripe)
            try await flow?.restore()
            invocation.print(["result": "restored"], or: "Restored: the subscription is active.")
            return .success
        }
    }

    private static func plan(_ invocation: Invocation) throws(UsageError) -> SubscriptionPlan {
        guard let text = invocation.value("--plan") else {
            throw invocation.usage("Say --plan monthly or --plan yearly.")
        }
        guard let plan = SubscriptionPlan(rawValue: text) else {
            throw invocation.usage("--plan is '\(text)'; use monthly or yearly.")
        }
        return plan
    }

    private static func platform(_ invocation: Invocation) throws(UsageError) -> SubscriptionPlatform {
        switch invocation.value("--platform") ?? "stripe" {
        case "stripe": return .stripe
        case "app-store": return .appStore
        case let text: throw invocation.usage("--platform is '\(text)'; use stripe or app-store.")
        }
    }

    private static func script(_ invocation: Invocation) throws(UsageError) -> PurchaseScript? {
        guard let text = invocation.value("--script") else { return nil }
        guard let script = PurchaseScript(text) else {
            throw invocation.usage("--script is '\(text)', which is no course of a purchase.")
        }
        return script
    }
}

extension SubscriptionPurchaseFlow.Result {
    fileprivate var isFine: Bool {
        switch self {
        case .subscribed, .waitingForEntitlements, .alreadySubscribed: true
        case .cancelled, .failed: false
        }
    }

    fileprivate var word: String {
        switch self {
        case .subscribed: "subscribed"
        case .waitingForEntitlements: "waiting-for-entitlements"
        case .alreadySubscribed: "already-subscribed"
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
        case .waitingForEntitlements: "Paid. What was bought is being set up; the next command looks again."
        case .alreadySubscribed: "Nothing was bought: there is an active subscription."
        case .cancelled: "Cancelled."
        case .failed(let step, let error): "Failed at \(step.rawValue): \(error)"
        }
    }
}
