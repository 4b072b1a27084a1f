import Foundation
public import WideEvent

/// Buys and restores a subscription. Cancel the task to give up.
public final class SubscriptionPurchaseFlow: Sendable {
    /// How a purchase ended.
    public enum Result: Sendable {
        /// Paid, active and usable.
        case subscribed
        /// Paid; the entitlements are still to come: ``SubscriptionPurchaseFlow/checkEntitlements(of:)`` looks for them.
        case waitingForEntitlements
        /// Nothing was bought: the person is subscribed.
        case alreadySubscribed
        /// The person, or the task, gave up.
        case cancelled
        /// A step failed.
        case failed(step: SubscriptionPurchaseStep, error: any Error)
    }

    private struct Failure: Error {
        let step: SubscriptionPurchaseStep
        let error: any Error
    }

    private let api: any SubscriptionAPI
    private let provider: any PurchaseProvider
    private let accounts: any SubscriptionAccounts
    private let instrumentation: any SubscriptionPurchaseInstrumentation
    private let clock: IntervalClock

    /// Joins a purchase from its parts.
    public init(
        api: any SubscriptionAPI, provider: any PurchaseProvider, accounts: any SubscriptionAccounts,
        instrumentation: any SubscriptionPurchaseInstrumentation, clock: IntervalClock
    ) {
        self.api = api
        self.provider = provider
        self.accounts = accounts
        self.instrumentation = instrumentation
        self.clock = clock
    }

    /// Buys a product.
    ///
    /// - Parameters:
    ///   - selectionID: The product.
    ///   - freeTrialEligible: Whether the person may try it for free first.
    ///   - origin: What led the person here.
    public func subscribe(
        to selectionID: String, freeTrialEligible: Bool = false, origin: String? = nil
    ) async -> Result {
        instrumentation.purchaseAttemptStarted(
            selectionID: selectionID, freeTrialEligible: freeTrialEligible, platform: provider.platform,
            origin: origin)
        do throws(Failure) {
            return try await purchase(selectionID)
        } catch {
            if isCancellation(error.error) || Task.isCancelled {
                instrumentation.purchaseCancelled()
                return .cancelled
            }
            instrumentation.purchaseFailed(step: error.step, error: error.error)
            return .failed(step: error.step, error: error.error)
        }
    }

    private func purchase(_ selectionID: String) async throws(Failure) -> Result {
        let (known, isSubscribed) = try await during(.flowStart) {
            try await self.provider.prepare(selectionID: selectionID)
            return try await self.knownAccount()
        }
        if isSubscribed {
            instrumentation.activeSubscriptionAlreadyPresent()
            return .alreadySubscribed
        }
        let account = try await account(known)

        var payment = MeasuredInterval(startingAt: clock)
        let receipt = try await during(.accountPayment) {
            try await self.provider.purchase(selectionID: selectionID, account: account)
        }
        guard let receipt else {
            instrumentation.purchaseCancelled()
            return .cancelled
        }
        payment.complete(clock)
        instrumentation.paymentCompleted(duration: payment)

        instrumentation.activationStarted()
        let state = try await during(.accountActivation) { try await self.api.confirm(receipt, for: account) }
        guard state.isUsable else {
            instrumentation.activationFailedWithMissingEntitlements()
            return .waitingForEntitlements
        }
        switch provider.platform {
        case .appStore: instrumentation.activationSucceeded()
        case .stripe: instrumentation.stripePurchaseSucceeded()
        }
        return .subscribed
    }

    /// The account that is kept, or that owns an earlier purchase, if the service knows it; and whether it is subscribed.
    private func knownAccount() async throws -> (SubscriptionAccount?, isSubscribed: Bool) {
        do {
            guard let known = try await keptOrEarlierAccount() else { return (nil, false) }
            return (known, try await api.subscription(of: known).isActive)
        } catch SubscriptionError.unexpectedStatus(401), SubscriptionError.unexpectedStatus(404) {
            return (nil, false)
        }
    }

    private func keptOrEarlierAccount() async throws -> SubscriptionAccount? {
        if let kept = try accounts.account() { return kept }
        guard let receipt = try await provider.earlierPurchase() else { return nil }
        return try await api.account(owning: receipt)
    }

    /// The account that is known, or a new one.
    private func account(_ known: SubscriptionAccount?) async throws(Failure) -> SubscriptionAccount {
        if let known { return known }
        var creation = MeasuredInterval(startingAt: clock)
        let account = try await during(.accountCreate) {
            let account = try await self.api.createAccount()
            try self.accounts.keep(account)
            return account
        }
        creation.complete(clock)
        instrumentation.accountCreated(duration: creation)
        return account
    }

    private func during<Value>(
        _ step: SubscriptionPurchaseStep, _ body: () async throws -> Value
    ) async throws(Failure) -> Value {
        do {
            try Task.checkCancellation()
            return try await body()
        } catch {
            throw Failure(step: step, error: error)
        }
    }
}

extension SubscriptionPurchaseFlow {
    /// Restores an earlier purchase: one that the store knows on this device, or that of the account that is kept.
    ///
    /// - Throws: ``SubscriptionError/nothingToRestore``, or why that cannot be known.
    public func restore() async throws {
        instrumentation.restoreStarted()
        do {
            let account: SubscriptionAccount?
            if let receipt = try await provider.earlierPurchase() {
                let owner = try await api.account(owning: receipt)
                try accounts.keep(owner)
                account = owner
            } else {
                account = try accounts.account()
            }
            guard let account, try await api.subscription(of: account).isUsable else {
                throw SubscriptionError.nothingToRestore
            }
            instrumentation.restoreSucceeded()
        } catch {
            instrumentation.restoreFailed(error: error)
            throw error
        }
    }

    /// Looks whether entitlements that were missing have arrived; call it at each launch, before flows that were left
    /// pending are ended. It calls the provider only if a purchase is pending.
    ///
    /// - Returns: Whether they have arrived. False too when the service cannot be asked: it is asked again next time.
    @discardableResult
    public func checkEntitlements(of wideEvent: any WideEventManaging) async -> Bool {
        let pending = await wideEvent.pendingFlows(of: SubscriptionPurchaseWideEventData.self)
        guard pending.contains(where: { $0.entitlementsMissingSince != nil }) else { return false }
        guard let account = try? accounts.account(), let state = try? await api.subscription(of: account),
            state.isUsable
        else { return false }
        instrumentation.activationSucceeded()
        return true
    }
}
