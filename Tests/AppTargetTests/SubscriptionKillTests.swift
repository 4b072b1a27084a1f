import BrowserApp
import Common
import Foundation
import PixelKitTesting
import Subscription
import TestSupport
import Testing
import WideEvent

@Suite(.timeLimit(.minutes(5))) struct SubscriptionKillTests {
    private let folder = TemporaryFolder()

    @Test(
        "A kill at a step leaves one event after the next launch",
        arguments: SubscriptionPurchaseStep.allCases.indices)
    func killedAtStep(index: Int) async throws {
        try await run("crash", index)
        let wideEvents = launch()
        let outcomes = await wideEvents.resumePendingFlows(trigger: .appLaunch)
        #expect(outcomes == [.completed(.unknown(reason: "partial_data"))])
        let event = try #require(try await events().first)
        #expect(event.feature.data.ext.status_reason == "partial_data")
        #expect((event.feature.data.ext.account_creation_latency_ms_bucketed != nil) == (index > 1))
        #expect((event.feature.data.ext.account_payment_latency_ms_bucketed != nil) == (index > 2))
        #expect(try await events().count == 1)
    }

    @Test("A kill while entitlements are missing leaves a flow that completes when they arrive")
    func killedWhileWaiting() async throws {
        try await run("crash-waiting", 0)
        let wideEvents = launch()
        #expect(await wideEvents.resumePendingFlows(trigger: .appLaunch) == [])
        let hooks = DefaultSubscriptionPurchaseInstrumentation(wideEvent: wideEvents, eventMapping: .noOp)
        hooks.activationSucceeded()
        await wideEvents.settle()
        #expect(try await events().map(\.feature.status) == ["SUCCESS"])
        #expect(
            try await events().map(\.feature.data.ext.status_reason) == ["missing_entitlements_delayed_activation"])
    }

    @Test("After a kill at a random moment every completed flow is one request, and no flow is two", arguments: 0..<8)
    func killedAnywhere(round: Int) async throws {
        let probe = try ChildProcess(probe: "purchase", "complete", folder.path, "2000")
        var said = probe.lines.makeAsyncIterator()
        #expect(await said.next() == "ready")
        probe.send("go")
        var confirmed: [String] = []
        while confirmed.count < 10 + round * 7, let line = await said.next() { confirmed.append(line) }
        probe.kill()
        while let line = await said.next() { confirmed.append(line) }
        _ = await launch().resumePendingFlows(trigger: .appLaunch)
        let numbers = try await events().map { $0.feature.data.ext.subscription_identifier ?? "" }
        #expect(Set(numbers).count == numbers.count)
        #expect(Array(numbers.prefix(confirmed.count)) == confirmed)
        #expect(numbers.count <= confirmed.count + 1)
    }

    private func run(_ command: String, _ count: Int) async throws {
        let probe = try ChildProcess(probe: "purchase", command, folder.path, "\(count)")
        var said = probe.lines.makeAsyncIterator()
        #expect(await said.next() == "ready")
        probe.send("go")
        #expect(await said.next() == nil)
        await probe.waitUntilExit()
    }

    private func launch() -> WideEventStore {
        WideEventStore(
            // Pending consent stores and does not send.
            outbox: RequestOutbox(database: database, transport: ScriptedTransport(), initialConsent: .pending),
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(app: WideEventAppData(name: "browser")), kinds: WideEventKind.all))
    }

    private var database: Database { Database(.folder(folder.url), schemas: [.outbox, .wideEvents]) }

    private func events() async throws -> [PurchaseEvent] {
        let bodies = try await database.perform { transaction in
            try transaction.rows("SELECT body FROM requests ORDER BY id") { $0.data(0) ?? Data() }
        }
        return try bodies.map { try JSONDecoder().decode(PurchaseEvent.self, from: $0) }
    }
}
