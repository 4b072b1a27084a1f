import Foundation
public import Primitives
public import WideEvent

/// Buys and restores a subscription. Cancel the task to give up.
///
/// A person pays at most once: a checkout is stored before it can be paid, the receipt before it is confirmed, and every
/// attempt first finishes an earlier purchase. One attempt runs at a time, across processes. Another one meanwhile fails
/// with ``SubscriptionError/purchaseInProgress`` and costs nothing.
///
/// Call ``finishEarlierPurchases(of:)`` at each launch.
public final class SubscriptionPurchaseFlow: Sendable {
    /// The result of an attempt.
    public enum Result: Sendable {
        /// The subscription is paid and usable.
        case subscribed
        /// The subscription is paid, and its activation is not finished. The next launch, restore or attempt finishes it.
        case waitingForEntitlements
        /// The person is already subscribed, and nothing was bought.
        case alreadySubscribed
        /// The payment waits for the approval of another person. ``finishUpdates()`` receives it.
        case pendingApproval
        /// The person or the task gave up before the payment.
        case cancelled
        /// A step failed.
        case failed(step: SubscriptionPurchaseStep, error: any Error)
    }

    /// An error and the step in which it happened.
    struct Failure: Error {
        let step: SubscriptionPurchaseStep
        let error: any Error
        /// Whether the attempt was paid.
        var isPaid = false
    }

    /// The time to close a checkout that the person left.
    private static let closingLimit: Duration = .seconds(5)

    let api: any SubscriptionAPI
    let provider: any PurchaseProvider
    let storage: any SubscriptionStorage
    let makeInstrumentation: @Sendable () -> any SubscriptionPurchaseInstrumentation
    let time: TimeSource
    private let clock: IntervalClock

    /// Creates a flow from its parts.
    ///
    /// - Parameters:
    ///   - api: The account service.
    ///   - provider: The platform that takes the payment.
    ///   - storage: The account and the unfinished purchase of the device.
    ///   - clock: The clock of measured intervals.
    ///   - time: The clocks of waits, and of the time since which a journey waits for its entitlements.
    ///   - makeInstrumentation: Creates the instrumentation of one attempt, so that attempts do not end each other's
    ///     journeys.
    public init(
        api: any SubscriptionAPI, provider: any PurchaseProvider, storage: any SubscriptionStorage,
        clock: IntervalClock, time: TimeSource = .system,
        makeInstrumentation: @escaping @Sendable () -> any SubscriptionPurchaseInstrumentation
    ) {
        self.api = api
        self.provider = provider
        self.storage = storage
        self.clock = clock
        self.time = time
        self.makeInstrumentation = makeInstrumentation
    }

    /// Buys a product.
    ///
    /// - Parameters:
    ///   - selectionID: The product.
    ///   - freeTrialEligible: Whether the person can have a free trial first.
    ///   - origin: The place that led the person here.
    public func subscribe(
        to selectionID: String, freeTrialEligible: Bool = false, origin: String? = nil
    ) async -> Result {
        let hooks = makeInstrumentation()
        hooks.purchaseAttemptStarted(
            selectionID: selectionID, freeTrialEligible: freeTrialEligible, platform: provider.platform,
            origin: origin)
        do throws(Failure) {
            let release = try await during(.flowStart) { try await self.beginAttempt() }
            defer { release() }
            return try await purchase(selectionID, hooks)
        } catch {
            return end(hooks, with: error)
        }
    }

    private func end(_ hooks: any SubscriptionPurchaseInstrumentation, with failure: Failure) -> Result {
        let isInterrupted = isCancellation(failure.error) || Task.isCancelled
        if isInterrupted {
            if failure.isPaid { return .waitingForEntitlements }  // The journey stays pending.
            hooks.purchaseCancelled()
            return .cancelled
        }
        hooks.purchaseFailed(step: failure.step, error: failure.error)
        return isApprovalPending(failure.error)
            ? .pendingApproval : .failed(step: failure.step, error: failure.error)
    }

    private func purchase(
        _ selectionID: String, _ hooks: any SubscriptionPurchaseInstrumentation
    ) async throws(Failure) -> Result {
        try await during(.flowStart) { try await self.provider.prepare(selectionID: selectionID) }
        var checkout: UnfinishedPurchase?
        switch try await settle() {
        case .paid(let settled):
            report(settled)
            hooks.activeSubscriptionAlreadyPresent()
            return .alreadySubscribed
        case .open(let purchase): checkout = purchase
        case .nothing: break
        }
        let known = try await during(.flowStart) { try await self.knownAccount() }
        if known?.state.isActive == true {
            hooks.activeSubscriptionAlreadyPresent()
            return .alreadySubscribed
        }
        let account = try await account(known?.account, hooks)
        let receipt = try await pay(selectionID, from: checkout, account: account, hooks)
        guard let receipt else {
            hooks.purchaseCancelled()
            return .cancelled
        }
        return try await activate(receipt, hooks)
    }

    // MARK: - Steps

    /// Returns the account that is known, or a new one.
    private func account(
        _ known: SubscriptionAccount?, _ hooks: any SubscriptionPurchaseInstrumentation
    ) async throws(Failure) -> SubscriptionAccount {
        if let known { return known }
        var creation = MeasuredInterval(startingAt: clock)
        let account = try await during(.accountCreate) {
            let account = try await self.api.createAccount()
            try self.storage.store(account)
            return account
        }
        creation.complete(clock)
        hooks.accountCreated(duration: creation)
        return account
    }

    /// Lets the person pay and stores the receipt. Returns `nil` if the person gave up.
    private func pay(
        _ selectionID: String, from earlier: UnfinishedPurchase?, account: SubscriptionAccount,
        _ hooks: any SubscriptionPurchaseInstrumentation
    ) async throws(Failure) -> PurchaseReceipt? {
        var payment = MeasuredInterval(startingAt: clock)
        let purchase = try await during(.accountPayment) {
            try await self.open(selectionID, instead: earlier, account: account)
        }
        let receipt: PurchaseReceipt?
        if let paid = purchase.receipt {
            receipt = paid  // While it was to be closed for another one.
        } else {
            do throws(Failure) {
                receipt = try await during(.accountPayment) { try await self.provider.pay(purchase, account: account) }
            } catch {
                guard let paid = await leave(purchase, account: account, after: error.error) else { throw error }
                receipt = paid
            }
        }
        guard let receipt else {
            try? storage.store(UnfinishedPurchase?.none)
            return nil
        }
        var paid = purchase
        paid.receipt = receipt
        // If it fails, the checkout or the platform still knows the payment.
        try? storage.store(paid)
        payment.complete(clock)
        hooks.paymentCompleted(duration: payment)
        return receipt
    }

    /// Opens a checkout and stores it, or continues an earlier one of the same product. An earlier checkout of another
    /// product is closed first, so that one checkout at most can be paid.
    private func open(
        _ selectionID: String, instead earlier: UnfinishedPurchase?, account: SubscriptionAccount
    ) async throws -> UnfinishedPurchase {
        if var earlier, let id = earlier.checkoutID {
            if earlier.selectionID == selectionID, earlier.platform == provider.platform { return earlier }
            switch try await provider.closeCheckout(id, account: account) {
            case .open: throw SubscriptionError.purchaseInProgress
            case .ended: break
            case .paid(let receipt):
                earlier.receipt = receipt
                return earlier
            }
        }
        let id = try await provider.openCheckout(for: selectionID, account: account)
        let purchase = UnfinishedPurchase(selectionID: selectionID, platform: provider.platform, checkoutID: id)
        if id != nil { try storage.store(purchase) }
        return purchase
    }

    /// Closes a checkout that the person left, so that it is not paid later, and forgets it. Returns the receipt if it was
    /// paid meanwhile. A checkout that cannot be closed stays stored.
    private func leave(
        _ purchase: UnfinishedPurchase, account: SubscriptionAccount, after error: any Error
    ) async -> PurchaseReceipt? {
        if error as? SubscriptionError == .checkoutExpired { try? storage.store(UnfinishedPurchase?.none) }
        guard let id = purchase.checkoutID, isCancellation(error) || Task.isCancelled else { return nil }
        // A task of its own, because this one may be cancelled.
        let closing = Task { [provider, clock = time.clock] in
            try await withTimeout(Self.closingLimit, on: clock) {
                try await provider.closeCheckout(id, account: account)
            }
        }
        switch try? await closing.value {
        case .paid(let receipt): return receipt
        case .ended: try? storage.store(UnfinishedPurchase?.none)
        case .open, nil: break
        }
        return nil
    }

    private func activate(
        _ receipt: PurchaseReceipt, _ hooks: any SubscriptionPurchaseInstrumentation
    ) async throws(Failure) -> Result {
        hooks.activationStarted()
        let state: SubscriptionState
        do throws(Failure) {
            state = try await during(.accountActivation) { try await self.confirm(receipt) }
        } catch {
            throw Failure(step: error.step, error: error.error, isPaid: true)
        }
        guard state.isUsable else {
            hooks.activationFailedWithMissingEntitlements()
            return .waitingForEntitlements
        }
        switch provider.platform {
        case .appStore: hooks.activationSucceeded()
        case .stripe: hooks.stripePurchaseSucceeded()
        }
        return .subscribed
    }

    func during<Value>(
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
