import DevServer
import Foundation
import Subscription
import Testing

@Suite(.timeLimit(.minutes(5))) struct SubscriptionServiceTests {
    @Test("A checkout that is opened, paid and confirmed can be restored")
    func checkout() async throws {
        try await withServer { server in
            let api = HTTPSubscriptionAPI(services: server.url)
            let provider = CheckoutPurchaseProvider(services: server.url, clock: ImmediateClock())
            try await provider.prepare(selectionID: "browser.monthly")
            let account = try await api.createAccount()
            #expect(try await api.subscription(of: account) == SubscriptionState(isActive: false, entitlements: []))
            let id = try #require(try await provider.openCheckout(for: "browser.monthly", account: account))
            let purchase = UnfinishedPurchase(selectionID: "browser.monthly", platform: .stripe, checkoutID: id)
            let receipt = try #require(try await provider.pay(purchase, account: account))
            #expect(try await provider.checkout(id, account: account) == .paid(receipt))
            #expect(try await provider.closeCheckout(id, account: account) == .paid(receipt))
            #expect(server.checkouts.map(\.status) == [.complete])
            #expect(try await api.confirm(receipt, for: account).isUsable)
            #expect(try await api.subscription(of: account).isUsable)
            #expect(try await api.account(owning: receipt) == account)
        }
    }

    @Test("An unknown product is refused")
    func unknownProduct() async throws {
        try await withServer { server in
            let provider = CheckoutPurchaseProvider(services: server.url, clock: ImmediateClock())
            await #expect(throws: SubscriptionError.unknownProduct("weekly")) {
                try await provider.prepare(selectionID: "weekly")
            }
            let account = try await HTTPSubscriptionAPI(services: server.url).createAccount()
            await #expect(throws: SubscriptionError.unexpectedStatus(400)) {
                _ = try await provider.openCheckout(for: "weekly", account: account)
            }
        }
    }

    @Test("An unknown account and an unknown payment are refused")
    func unknownAccount() async throws {
        try await withServer { server in
            let api = HTTPSubscriptionAPI(services: server.url)
            let stranger = SubscriptionAccount(token: "nobody")
            await #expect(throws: SubscriptionError.unexpectedStatus(401)) { try await api.subscription(of: stranger) }
            await #expect(throws: SubscriptionError.unexpectedStatus(404)) {
                try await api.account(owning: PurchaseReceipt(proof: "forged"))
            }
        }
    }

    @Test("A fault makes a step of the purchase fail")
    func fault() async throws {
        try await withServer { server in
            try server.script([.status(500, on: "/api/account/create")])
            let api = HTTPSubscriptionAPI(services: server.url)
            await #expect(throws: SubscriptionError.unexpectedStatus(500)) { try await api.createAccount() }
            _ = try await api.createAccount()
        }
    }

    @Test("A body without the required string is refused", arguments: ["", "[]", #"{"proof":1}"#])
    func malformed(body: String) async throws {
        try await withServer { server in
            let reply = try await server.request("/api/account/restore", method: "POST", body: body)
            #expect(reply.status == 400)
        }
    }
}

/// A clock whose sleeps end at once.
private struct ImmediateClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
