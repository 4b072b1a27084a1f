/// The course of a simulated purchase, for demonstrations and tests.
public struct PurchaseScript: Sendable, Hashable {
    /// The end of a course.
    public enum End: Sendable, Hashable {
        /// The person pays, and the subscription is active.
        case success
        /// The person gives up at the payment.
        case cancelled
        /// A step fails.
        case fails(SubscriptionPurchaseStep)
        /// The person pays, and the entitlements do not arrive.
        case missingEntitlements
        /// The person is already subscribed.
        case alreadySubscribed
        /// The process ends at a step.
        case crashes(SubscriptionPurchaseStep)
    }

    /// The end of the course.
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

    /// Crashes or throws if the script says so for a step.
    func reach(_ step: SubscriptionPurchaseStep, crash: @Sendable () async -> Void) async throws {
        if end == .crashes(step) { await crash() }
        if end == .fails(step) { throw SubscriptionError.scripted(step) }
    }
}

/// Simulates a payment platform from a script. No payment is made.
public struct ScriptedPurchaseProvider: PurchaseProvider {
    /// The platform that it simulates.
    public let platform: SubscriptionPlatform
    private let script: PurchaseScript
    private let crash: @Sendable () async -> Void

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - platform: The platform to simulate.
    ///   - script: The course.
    ///   - crash: Ends the process as a crash does.
    public init(platform: SubscriptionPlatform, script: PurchaseScript, crash: @escaping @Sendable () async -> Void) {
        self.platform = platform
        self.script = script
        self.crash = crash
    }

    /// Accepts every product.
    public func prepare(selectionID: String) async throws { try await script.reach(.flowStart, crash: crash) }

    /// Returns a receipt, or follows the script.
    public func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        try await script.reach(.accountPayment, crash: crash)
        return script.end == .cancelled ? nil : PurchaseReceipt(proof: "scripted-\(purchase.selectionID)")
    }

    /// Returns `nil`, or a receipt if the script says that the person is subscribed.
    public func earlierPurchase() async throws -> PurchaseReceipt? {
        script.end == .alreadySubscribed ? PurchaseReceipt(proof: "scripted") : nil
    }
}

/// An account service that follows a script, and passes everything else to another service.
public struct ScriptedSubscriptionAPI: SubscriptionAPI {
    private let api: any SubscriptionAPI
    private let script: PurchaseScript
    private let crash: @Sendable () async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - api: The service for everything that is not in the script.
    ///   - script: The course.
    ///   - crash: Ends the process as a crash does.
    public init(_ api: any SubscriptionAPI, script: PurchaseScript, crash: @escaping @Sendable () async -> Void) {
        self.api = api
        self.script = script
        self.crash = crash
    }

    /// Creates an account, or follows the script.
    public func createAccount() async throws -> SubscriptionAccount {
        try await script.reach(.accountCreate, crash: crash)
        return try await api.createAccount()
    }

    /// Confirms a payment, or follows the script.
    public func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState
    {
        try await script.reach(.accountActivation, crash: crash)
        let state = try await api.confirm(receipt, for: account)
        return script.end == .missingEntitlements ? SubscriptionState(isActive: true, entitlements: []) : state
    }

    /// Returns the subscription, or an active one if the script says that the person is subscribed.
    public func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        if script.end == .alreadySubscribed { return SubscriptionState(isActive: true, entitlements: ["scripted"]) }
        return try await api.subscription(of: account)
    }

    /// Returns the owner, or a made-up account if the script says that the person is subscribed.
    public func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        if script.end == .alreadySubscribed { return SubscriptionAccount(token: "scripted") }
        return try await api.account(owning: receipt)
    }
}
