import Foundation
import Primitives
public import WideEvent

extension SubscriptionPurchaseFlow {
    /// Restores an earlier purchase: an unfinished one, one that the platform knows on this device, or that of the stored
    /// account.
    ///
    /// - Throws: ``SubscriptionError/nothingToRestore``, or the reason why that is not known.
    public func restore() async throws {
        let hooks = makeInstrumentation()
        hooks.restoreStarted()
        do {
            try await restoreAccount()
            hooks.restoreSucceeded()
        } catch {
            hooks.restoreFailed(error: error)
            throw error
        }
    }

    private func restoreAccount() async throws {
        let release = try await waitForRecovery()
        defer { release() }
        let isIdle = try isIdle()
        var failure: (any Error)?
        do throws(Failure) {
            if isIdle, case .paid(let settled) = try await settle() { report(settled) }
        } catch {
            failure = error.error
        }
        let sources: [() async throws -> SubscriptionAccount?] = [
            { try await self.ownerOfEarlierPurchase() }, { try self.storage.account() },
        ]
        for source in sources {
            do {
                guard let account = try await source(), try await isUsable(account) else { continue }
                if isIdle, try storage.account() != account { try storage.store(account) }
                return
            } catch {
                try Task.checkCancellation()
                failure = error
            }
        }
        throw failure ?? SubscriptionError.nothingToRestore
    }

    private func isUsable(_ account: SubscriptionAccount) async throws -> Bool {
        try await nilIfUnknown { try await api.subscription(of: account) }?.isUsable == true
    }

    /// Finishes what earlier launches left: a purchase that was paid and not confirmed, and entitlements that were missing.
    ///
    /// Call it at each launch, before pending flows are resumed. It asks the service only if something is unfinished.
    ///
    /// - Parameter wideEvent: The flows of earlier journeys. The journey of a paid purchase waits for its activation, for up to
    ///   four hours.
    /// - Returns: Whether a subscription has become usable. It is false if the service cannot be asked. The next launch asks
    ///   again.
    @discardableResult
    public func finishEarlierPurchases(of wideEvent: any WideEventManaging) async -> Bool {
        guard let release = try? await waitForRecovery() else { return false }
        defer { release() }
        guard (try? isIdle()) == true else { return false }
        let settlement = try? await settle { await self.markNewestFlowAsPaid(wideEvent) }
        if case .paid(let settled) = settlement {
            report(settled)
            if settled.state.isUsable { return true }
        }
        let pending = await wideEvent.pendingFlows(of: SubscriptionPurchaseWideEventData.self)
        guard pending.contains(where: { $0.entitlementsMissingSince != nil }),
            let account = try? storage.account(), (try? await isUsable(account)) == true
        else { return false }
        makeInstrumentation().activationSucceeded()
        return true
    }

    /// The journey of an interrupted attempt does not know of its payment. The newest flow is that of the last attempt,
    /// because no attempt is running.
    private func markNewestFlowAsPaid(_ wideEvent: any WideEventManaging) async {
        let flows = await wideEvent.pendingFlows(of: SubscriptionPurchaseWideEventData.self)
        guard let newest = flows.last, newest.entitlementsMissingSince == nil else { return }
        wideEvent.updateFlow(newest.flowID) { [now = time.now()] in $0.activationStarted(at: now, wideEvent.clock) }
    }

    /// Finishes payments that the platform delivers outside of an attempt, until the task is cancelled.
    ///
    /// Start it at launch, where the platform has such payments.
    public func finishUpdates() async {
        for await receipt in provider.updates() {
            guard let release = try? await waitForRecovery() else { return }
            defer { release() }
            // A running attempt receives its own payment. What is not finished here is delivered again.
            guard (try? isIdle()) == true else { continue }
            let isRenewal =
                if let account = try? storage.account() { (try? await isUsable(account)) == true } else { false }
            guard let state = try? await confirm(receipt), !isRenewal else { continue }
            report(Settled(state: state, isNewlyPaid: false))
        }
    }
}

// MARK: - Settling

extension SubscriptionPurchaseFlow {
    /// An earlier purchase that was confirmed now.
    struct Settled {
        let state: SubscriptionState
        /// Whether the payment was not known before.
        let isNewlyPaid: Bool
    }

    enum Settlement {
        case nothing
        /// The person can still pay the checkout.
        case open(UnfinishedPurchase)
        case paid(Settled)
    }

    /// Confirms an earlier purchase if it was paid. Only one task may call this at a time.
    ///
    /// - Parameter onPayment: Called when a payment is known, before it is confirmed.
    func settle(onPayment: () async -> Void = {}) async throws(Failure) -> Settlement {
        let stored = try await during(.flowStart) { try self.storage.unfinishedPurchase() }
        guard var purchase = stored else { return try await settleTransactions(onPayment: onPayment) }
        let isNewlyPaid = purchase.receipt == nil
        if isNewlyPaid {
            switch try await during(.accountPayment, { try await self.state(of: purchase) }) {
            case .open: return .open(purchase)
            case .paid(let receipt):
                purchase.receipt = receipt
                try? storage.store(purchase)
            case .ended:
                try? storage.store(UnfinishedPurchase?.none)
                return .nothing
            }
        }
        guard let receipt = purchase.receipt else { return .nothing }
        await onPayment()
        let state = try await during(.accountActivation) { try await self.confirm(receipt) }
        return .paid(Settled(state: state, isNewlyPaid: isNewlyPaid))
    }

    private func settleTransactions(onPayment: () async -> Void) async throws(Failure) -> Settlement {
        var settlement = Settlement.nothing
        for receipt in await provider.unfinishedPurchases() {
            await onPayment()
            let state = try await during(.accountActivation) { try await self.confirm(receipt) }
            settlement = .paid(Settled(state: state, isNewlyPaid: true))
        }
        return settlement
    }

    private func state(of purchase: UnfinishedPurchase) async throws -> CheckoutState {
        // Without its account, a checkout cannot be asked about.
        guard let id = purchase.checkoutID, let account = try storage.account() else { return .ended }
        guard purchase.platform == provider.platform else { throw SubscriptionError.purchaseInProgress }
        return try await provider.checkout(id, account: account)
    }

    /// Reports an earlier purchase in a journey of its own. Its attempt is over.
    func report(_ settled: Settled) {
        let hooks = makeInstrumentation()
        if settled.isNewlyPaid { hooks.paymentCompleted(duration: MeasuredInterval()) }
        if settled.state.isUsable { hooks.activationSucceeded() }
    }

    /// Presents a payment to the service, for the stored account, or for its owner or a new account if the service does not
    /// know that one. Afterwards the purchase is no longer unfinished.
    func confirm(_ receipt: PurchaseReceipt) async throws -> SubscriptionState {
        var state: SubscriptionState?
        if let account = try storage.account() {
            state = try await nilIfUnknown { try await api.confirm(receipt, for: account) }
        }
        if state == nil {
            let owner = try await nilIfUnknown { try await api.account(owning: receipt) }
            let account = if let owner { owner } else { try await api.createAccount() }
            try storage.store(account)
            state = try await api.confirm(receipt, for: account)
        }
        guard let state, state.isActive else { throw SubscriptionError.paymentNotAccepted }
        // If it fails, the payment is confirmed once more later, which changes nothing.
        try? storage.store(UnfinishedPurchase?.none)
        await provider.finish(receipt)
        return state
    }
}

// MARK: - Accounts and locks

extension SubscriptionPurchaseFlow {
    /// Returns the stored account or the owner of an earlier purchase, and its subscription. `nil` if the service knows
    /// neither. The owner is stored.
    func knownAccount() async throws -> (account: SubscriptionAccount, state: SubscriptionState)? {
        if let account = try storage.account(),
            let state = try await nilIfUnknown({ try await self.api.subscription(of: account) })
        {
            return (account, state)
        }
        guard let owner = try await ownerOfEarlierPurchase(),
            let state = try await nilIfUnknown({ try await self.api.subscription(of: owner) })
        else { return nil }
        try storage.store(owner)
        return (owner, state)
    }

    private func ownerOfEarlierPurchase() async throws -> SubscriptionAccount? {
        guard let receipt = try await provider.earlierPurchase() else { return nil }
        return try await nilIfUnknown { try await self.api.account(owning: receipt) }
    }

    /// Takes the lock of an attempt, after a recovery that is running.
    ///
    /// - Throws: ``SubscriptionError/purchaseInProgress`` if another attempt is running.
    func beginAttempt() async throws -> @Sendable () -> Void {
        let releaseRecovery = try await waitForRecovery()
        defer { releaseRecovery() }
        guard let release = try storage.acquire(.purchase) else { throw SubscriptionError.purchaseInProgress }
        return release
    }

    /// Takes the lock of a recovery. The wait is bounded, because a recovery lasts a few requests at most.
    private func waitForRecovery() async throws -> @Sendable () -> Void {
        while true {
            if let release = try storage.acquire(.recovery) { return release }
            try await time.clock.sleep(for: .milliseconds(50))
        }
    }

    /// Whether no attempt is running. None begins while the lock of a recovery is held.
    private func isIdle() throws -> Bool {
        guard let release = try storage.acquire(.purchase) else { return false }
        release()
        return true
    }
}
