/// Simulates a payment provider from a script. No payment is made.
public struct ScriptedPurchaseProvider: PurchaseProvider {
    /// Whom it plays.
    public let platform: SubscriptionPlatform
    private let script: PurchaseScript
    private let crash: @Sendable () async -> Void

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - platform: Where it claims to pay.
    ///   - script: What happens.
    ///   - crash: Ends the process like a crash.
    public init(platform: SubscriptionPlatform, script: PurchaseScript, crash: @escaping @Sendable () async -> Void) {
        self.platform = platform
        self.script = script
        self.crash = crash
    }

    /// Every product can be bought.
    public func prepare(selectionID: String) async throws { try await script.reach(.flowStart, crash: crash) }

    /// Pays, or does what the script says.
    public func purchase(selectionID: String, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        try await script.reach(.accountPayment, crash: crash)
        return script.end == .cancelled ? nil : PurchaseReceipt(proof: "scripted-\(selectionID)")
    }

    /// None, unless the script says that the person is subscribed.
    public func earlierPurchase() async throws -> PurchaseReceipt? {
        script.end == .alreadySubscribed ? PurchaseReceipt(proof: "scripted") : nil
    }
}

/// An account service that follows a script, and otherwise another service.
public struct ScriptedSubscriptionAPI: SubscriptionAPI {
    private let api: any SubscriptionAPI
    private let script: PurchaseScript
    private let crash: @Sendable () async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - api: Asked for what the script does not say.
    ///   - script: What happens.
    ///   - crash: Ends the process like a crash.
    public init(_ api: any SubscriptionAPI, script: PurchaseScript, crash: @escaping @Sendable () async -> Void) {
        self.api = api
        self.script = script
        self.crash = crash
    }

    /// Creates an account, or fails.
    public func createAccount() async throws -> SubscriptionAccount {
        try await script.reach(.accountCreate, crash: crash)
        return try await api.createAccount()
    }

    /// Confirms a payment, fails, or holds back the entitlements.
    public func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState
    {
        try await script.reach(.accountActivation, crash: crash)
        let state = try await api.confirm(receipt, for: account)
        return script.end == .missingEntitlements ? SubscriptionState(isActive: true, entitlements: []) : state
    }

    /// What the service says, unless the script says that the person is subscribed.
    public func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        if script.end == .alreadySubscribed { return SubscriptionState(isActive: true, entitlements: ["scripted"]) }
        return try await api.subscription(of: account)
    }

    /// What the service says, unless the script says that the person is subscribed.
    public func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        if script.end == .alreadySubscribed { return SubscriptionAccount(token: "scripted") }
        return try await api.account(owning: receipt)
    }
}
