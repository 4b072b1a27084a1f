import BrowserApp
import DevServer
import Foundation
import Outbox
import PixelKit
import Subscription
import TestSupport
import Testing
import WideEvent

@Suite(.timeLimit(.minutes(5))) struct SubscriptionJourneyTests {
    private static let flushTimeout: Duration = .seconds(30)

    @Test("A purchase arrives as one event although the collector closes two connections")
    func refusedFirst() async throws {
        try await withApp { app, server in
            try server.script([.close(on: "/e", count: 2)])
            await buy(app)
            // Each flush tries at once; the first two attempts fail.
            for _ in 0..<3 { _ = await app.pixels.flush(timeout: Self.flushTimeout) }
            #expect(try events(server).map(\.feature.status) == ["SUCCESS"])
            let accounts = try await app.pixels.accounts()
            #expect(accounts.isBalanced && accounts.pending == 0)
        }
    }

    @Test(
        "A step that fails is the failing step of the event",
        arguments: [
            ("/api/checkout/products", "FLOW_START"), ("/api/account/create", "ACCOUNT_CREATE"),
            ("/api/checkout/sessions", "ACCOUNT_PAYMENT"), ("/api/account/confirm", "ACCOUNT_ACTIVATION"),
        ])
    func failingStep(path: String, step: String) async throws {
        try await withApp { app, server in
            try server.script([.status(500, on: path)])
            await buy(app)
            _ = await app.pixels.flush(timeout: Self.flushTimeout)
            let ext = try events(server).map(\.feature.data.ext)
            #expect(ext.map(\.failing_step) == [step])
            #expect(try events(server).map(\.feature.status) == ["FAILURE"])
        }
    }

    @Test("A denial during a purchase erases its journey, and a later grant does not restore it")
    func denial() async throws {
        try await withApp { app, server in
            let hooks = app.subscriptionPurchaseInstrumentation
            hooks.purchaseAttemptStarted(selectionID: "x", freeTrialEligible: false, platform: .stripe, origin: nil)
            await app.wideEvents.settle()
            #expect(await app.pixels.set(.denied))
            let pending = try await app.wideEvents.pendingFlows()
            #expect(pending.isEmpty)
            await app.pixels.set(.granted)
            hooks.stripePurchaseSucceeded()
            await app.wideEvents.settle()
            _ = await app.pixels.flush(timeout: Self.flushTimeout)
            #expect(try events(server).isEmpty)
        }
    }

    @Test("A journey is stored while consent is pending and sent after a grant")
    func pendingConsent() async throws {
        try await withApp { app, server in
            await app.pixels.set(.pending)
            await buy(app)
            _ = await app.pixels.flush(timeout: Self.flushTimeout)
            #expect(server.collected.isEmpty)
            await app.pixels.set(.granted)
            _ = await app.pixels.flush(timeout: Self.flushTimeout)
            let statuses = try events(server).map(\.feature.status)
            #expect(statuses == ["SUCCESS"])
        }
    }

    @Test("A purchase without entitlements completes at the launch that finds them")
    func delayedEntitlements() async throws {
        try await withApp { app, server in
            await wait(app)
            #expect(try await app.wideEvents.pendingFlows().count == 1)
            let next = try CompositionRoot(app.configuration)
            await next.recover()
            _ = await next.pixels.flush(timeout: Self.flushTimeout)
            let reasons = try events(server).map(\.feature.data.ext.status_reason)
            #expect(reasons == ["missing_entitlements_delayed_activation"])
            _ = await next.pixels.shutdown(timeout: .zero)
        }
    }

    @Test("The recovery runs once a launch, also if it is called several times")
    func onceALaunch() async throws {
        try await withApp { app, server in
            await wait(app)
            try server.script([.status(503, on: "/api/account/subscription")])
            let next = try CompositionRoot(app.configuration)
            await withTaskGroup { group in for _ in 0..<4 { group.addTask { await next.recover() } } }
            #expect(try await next.wideEvents.pendingFlows().count == 1)
            _ = await next.pixels.shutdown(timeout: .zero)
            let third = try CompositionRoot(app.configuration)
            await third.recover()
            #expect(try await third.wideEvents.pendingFlows().isEmpty)
            _ = await third.pixels.shutdown(timeout: .zero)
        }
    }

    @Test("The recovery completes the pending journey, and not one that has started since")
    func recoveryBesideAnAttempt() async throws {
        try await withApp { app, server in
            await wait(app)
            let next = try CompositionRoot(app.configuration)
            next.subscriptionPurchaseInstrumentation.purchaseAttemptStarted(
                selectionID: "new", freeTrialEligible: false, platform: .stripe, origin: nil)
            await next.recover()
            let pending = await next.wideEvents.pendingFlows(of: SubscriptionPurchaseWideEventData.self)
            #expect(pending.map(\.subscriptionID) == ["new"])
            _ = await next.pixels.flush(timeout: Self.flushTimeout)
            let reasons = try events(server).map(\.feature.data.ext.status_reason)
            #expect(reasons == ["missing_entitlements_delayed_activation"])
            _ = await next.pixels.shutdown(timeout: .zero)
        }
    }

    @Test("A cancelled recovery leaves the pending journey to the next launch")
    func cancelledRecovery() async throws {
        try await withApp { app, server in
            await wait(app)
            try server.script([.delay(.seconds(600), on: "/api/account/subscription")])
            let next = try CompositionRoot(app.configuration)
            let recovery = Task { await next.recover() }
            recovery.cancel()
            await recovery.value
            #expect(try await next.wideEvents.pendingFlows().count == 1)
            _ = await next.pixels.shutdown(timeout: .zero)
        }
    }

    /// Buys without receiving the entitlements.
    private func wait(_ app: CompositionRoot) async {
        let purchase = app.subscriptionPurchase(on: .stripe, script: PurchaseScript(.missingEntitlements))
        _ = await purchase?.subscribe(to: SubscriptionPlan.monthly.productID)
        await app.wideEvents.settle()
    }

    private func buy(_ app: CompositionRoot) async {
        _ = await app.subscriptionPurchase(on: .stripe)?.subscribe(to: SubscriptionPlan.monthly.productID)
        await app.wideEvents.settle()
    }

    private func events(_ server: LocalServer) throws -> [PurchaseEvent] {
        try server.collected.filter { $0.path == "/e" && $0.status == 200 }
            .map { try JSONDecoder().decode(PurchaseEvent.self, from: $0.body) }
    }

    private func withApp(_ body: (CompositionRoot, LocalServer) async throws -> Void) async throws {
        let server = try LocalServer.start()
        let folder = FileManager.default.temporaryDirectory.appending(path: "journey-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try CompositionRoot(
            AppConfiguration(dataFolder: folder, pixelURL: server.url, servicesURL: server.url))
        do {
            try await body(app, server)
        } catch {
            Issue.record(error)
        }
        _ = await app.pixels.shutdown(timeout: .zero)
        await server.stop()
    }
}
