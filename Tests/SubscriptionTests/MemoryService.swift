import Foundation
import Primitives
import Subscription

/// An account service, a platform and a storage in memory.
final class MemoryService: SubscriptionAPI, PurchaseProvider, SubscriptionStorage {
    struct State {
        var account: SubscriptionAccount?
        var purchase: UnfinishedPurchase?
        /// The subscriptions that the service knows, by token.
        var subscriptions: [String: SubscriptionState] = [:]
        /// The accounts that payments belong to, by proof.
        var owners: [String: String] = [:]
        /// The state that a confirmed payment leads to.
        var confirmed = SubscriptionState(isActive: true, entitlements: ["vpn"])
        /// The results of the next payments. Without one, the person pays.
        var payments: [Result<PurchaseReceipt?, any Error>] = []
        var earlier: PurchaseReceipt?
        var unfinished: [PurchaseReceipt] = []
        var checkout = CheckoutState.open
        /// The state of a checkout after the next payment was tried.
        var checkoutAfterPayment: CheckoutState?
        /// The errors of the next calls, by name.
        var errors: [String: [any Error]] = [:]
        var calls: [String] = []
        var held: Set<SubscriptionLock> = []
        var updates: [PurchaseReceipt] = []
    }

    let platform: SubscriptionPlatform
    private let state: Locked<State>

    init(platform: SubscriptionPlatform = .appStore, _ change: (inout State) -> Void = { _ in }) {
        self.platform = platform
        var initial = State()
        change(&initial)
        let state = initial
        self.state = Locked(state)
    }

    var calls: [String] { state.withLock { $0.calls } }
    var account: String? { state.withLock { $0.account?.token } }
    var purchase: UnfinishedPurchase? { state.withLock { $0.purchase } }
    func change(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

    private func call(_ name: String) throws {
        let error = state.withLock { state -> (any Error)? in
            state.calls.append(name)
            guard state.errors[name]?.isEmpty == false else { return nil }
            return state.errors[name]?.removeFirst()
        }
        if let error { throw error }
    }

    // MARK: - The account service

    func createAccount() async throws -> SubscriptionAccount {
        try call("create")
        return state.withLock { state in
            let token = "new\(state.subscriptions.count)"
            state.subscriptions[token] = SubscriptionState(isActive: false, entitlements: [])
            return SubscriptionAccount(token: token)
        }
    }

    func confirm(_ receipt: PurchaseReceipt, for account: SubscriptionAccount) async throws -> SubscriptionState {
        try call("confirm")
        let confirmed = state.withLock { state -> SubscriptionState? in
            guard state.subscriptions[account.token] != nil else { return nil }
            state.owners[receipt.proof] = account.token
            state.subscriptions[account.token] = state.confirmed
            return state.confirmed
        }
        guard let confirmed else { throw SubscriptionError.unexpectedStatus(401) }
        return confirmed
    }

    func subscription(of account: SubscriptionAccount) async throws -> SubscriptionState {
        try call("subscription")
        guard let known = state.withLock({ $0.subscriptions[account.token] }) else {
            throw SubscriptionError.unexpectedStatus(401)
        }
        return known
    }

    func account(owning receipt: PurchaseReceipt) async throws -> SubscriptionAccount {
        try call("owner")
        guard let token = state.withLock({ $0.owners[receipt.proof] }) else {
            throw SubscriptionError.unexpectedStatus(404)
        }
        return SubscriptionAccount(token: token)
    }

    // MARK: - The platform

    func prepare(selectionID: String) async throws { try call("prepare") }

    func openCheckout(for selectionID: String, account: SubscriptionAccount) async throws -> String? {
        guard platform == .stripe else { return nil }
        try call("open \(selectionID)")
        state.withLock { $0.checkout = .open }
        return "checkout of \(selectionID)"
    }

    func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        try call("pay \(purchase.selectionID)")
        let result = state.withLock { state in
            state.checkout = state.checkoutAfterPayment ?? state.checkout
            return state.payments.isEmpty ? nil : state.payments.removeFirst()
        }
        return try result?.get() ?? (result == nil ? PurchaseReceipt(proof: "proof of \(purchase.selectionID)") : nil)
    }

    func checkout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        try call("state")
        return state.withLock { $0.checkout }
    }

    func closeCheckout(_ id: String, account: SubscriptionAccount) async throws -> CheckoutState {
        try call("close")
        return state.withLock { state in
            if state.checkout == .open { state.checkout = .ended }
            return state.checkout
        }
    }

    func earlierPurchase() async throws -> PurchaseReceipt? { state.withLock { $0.earlier } }
    func unfinishedPurchases() async -> [PurchaseReceipt] { state.withLock { $0.unfinished } }

    func updates() -> AsyncStream<PurchaseReceipt> {
        AsyncStream { continuation in
            for receipt in state.withLock({ $0.updates }) { continuation.yield(receipt) }
            continuation.finish()
        }
    }

    func finish(_ receipt: PurchaseReceipt) async {
        state.withLock { state in
            state.calls.append("finish \(receipt.proof)")
            state.unfinished.removeAll { $0 == receipt }
        }
    }

    // MARK: - The storage

    func account() throws -> SubscriptionAccount? { state.withLock { $0.account } }
    func store(_ account: SubscriptionAccount) throws {
        try call("store account")
        state.withLock { $0.account = account }
    }
    func unfinishedPurchase() throws -> UnfinishedPurchase? { state.withLock { $0.purchase } }
    func store(_ purchase: UnfinishedPurchase?) throws {
        try call(purchase.map { $0.receipt == nil ? "store checkout" : "store receipt" } ?? "store nothing")
        state.withLock { $0.purchase = purchase }
    }

    func acquire(_ lock: SubscriptionLock) throws -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.held.insert(lock).inserted else { return nil }
            return { self.state.withLock { _ = $0.held.remove(lock) } }
        }
    }
}

/// A platform that runs a function while the person pays.
struct BusyProvider: PurchaseProvider {
    let base: MemoryService
    let meanwhile: @Sendable () async -> Void

    var platform: SubscriptionPlatform { base.platform }
    func prepare(selectionID: String) async throws { try await base.prepare(selectionID: selectionID) }
    func earlierPurchase() async throws -> PurchaseReceipt? { try await base.earlierPurchase() }
    func openCheckout(for selectionID: String, account: SubscriptionAccount) async throws -> String? {
        try await base.openCheckout(for: selectionID, account: account)
    }
    func pay(_ purchase: UnfinishedPurchase, account: SubscriptionAccount) async throws -> PurchaseReceipt? {
        await meanwhile()
        return try await base.pay(purchase, account: account)
    }
}
