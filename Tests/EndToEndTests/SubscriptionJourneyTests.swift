#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// Purchases by the built `browser` at the built `devserver`, with failures of both.
@Suite("The subscription, end to end", .timeLimit(.minutes(5)))
struct SubscriptionJourneyTests {
    /// The parts of an event that the tests compare.
    struct Journey: Equatable {
        var status: String
        var reason: String?
        var step: String?
    }

    private static let steps = ["FLOW_START", "ACCOUNT_CREATE", "ACCOUNT_PAYMENT", "ACCOUNT_ACTIVATION"]
    private static let endpoints = [
        "/api/checkout/products", "/api/account/create", "/api/checkout/sessions", "/api/account/confirm",
    ]
    private static let buy = ["subscribe", "--plan", "monthly", "--origin", "test"]

    @Test("A purchase sends its pixels and one wide event, as defined")
    func bought() async throws {
        try await Site.with { site in
            let result = try await site.run(Self.buy)
            #expect(result == .init(status: 0, output: "Subscribed.\n"))
            #expect(try await journeys(site) == [Journey(status: "SUCCESS")])
            let pixels = try await site.server.requests().map { $0.path.replacing("/t/m_subscription_", with: "") }
            #expect(
                Set(pixels.map { String($0.prefix(upTo: $0.lastIndex(of: "_") ?? $0.endIndex)) }) == [
                    "page-shown", "price_click", "purchase-attempt_daily", "purchase-attempt_count",
                    "purchase-success", "activated",
                ])
            #expect(try await site.browser("restore").output == "Restored: the subscription is active.\n")
            let again = try await site.run(Self.buy)
            #expect(again.output == "Nothing was bought: a subscription is already active.\n")
            #expect(try await journeys(site).count == 1)
        }
    }

    @Test("A step that fails with 500 is the failing step of the event", arguments: zip(endpoints, steps))
    func refused(endpoint: String, step: String) async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"\#(endpoint)","status":500}]"#)
            #expect(try await site.run(Self.buy).status == 1)
            #expect(try await journeys(site) == [Journey(status: "FAILURE", step: step)])
        }
    }

    @Test("A service that does not answer is a failure of its step after the timeout")
    func serviceHangs() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/api/account/confirm","delayMs":600000}]"#)
            #expect(try await site.run(Self.buy).status == 1)
            #expect(try await journeys(site) == [Journey(status: "FAILURE", step: "ACCOUNT_ACTIVATION")])
        }
    }

    @Test(
        "A collector that fails or hangs receives the event from a later launch",
        arguments: [#""status":500"#, #""close":true"#, #""delayMs":600000,"status":503"#])
    func collectorFails(fault: String) async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/e","count":-1,\#(fault)}]"#)
            #expect(try await site.run(Self.buy).status == 0)
            #expect(try await journeys(site) == [])
            try await site.server.clearFaults()
            _ = try await site.browser("flush")
            #expect(try await journeys(site) == [Journey(status: "SUCCESS")])
            let accounts = try await site.accounts()
            #expect(accounts.delivered == accounts.accepted)
        }
    }

    @Test("A crash at a step leaves a pending flow, which the next launch completes", arguments: steps)
    func crashed(step: String) async throws {
        try await Site.with { site in
            #expect(try await site.run(Self.buy + ["--script", "crash:\(step)"]).status == SIGKILL)
            #expect(try site.bytes().contains("subscription-purchase"))
            let status = try await site.browser("status")
            #expect(!status.output.contains("flows "))
            #expect(try await journeys(site) == [Journey(status: "UNKNOWN", reason: "partial_data")])
            _ = try await site.browser("status")
            #expect(try await journeys(site).count == 1)
        }
    }

    @Test("A journey without entitlements stays pending and succeeds at the launch that finds them")
    func missingEntitlements() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/api/account/subscription","status":503}]"#)
            let result = try await site.run(Self.buy + ["--script", "missing-entitlements"])
            #expect(result.status == 0)
            // Asked once in vain: the account was not known before the purchase.
            let waiting = try await site.browser("status")
            #expect(waiting.output.contains("flows       1, the oldest first:"))
            #expect(try await journeys(site) == [])
            let found = try await site.browser("status")
            #expect(!found.output.contains("flows "))
            #expect(
                try await journeys(site) == [
                    Journey(status: "SUCCESS", reason: "missing_entitlements_delayed_activation")
                ])
        }
    }

    @Test("A journey without entitlements ends as unknown after four hours")
    func missingForGood() async throws {
        try await Site.with { site in
            _ = try await site.run(Self.buy + ["--script", "missing-entitlements", "--now", "2026-01-31T12:00:00Z"])
            try await site.server.script(#"[{"path":"/api/account/subscription","status":503,"count":-1}]"#)
            let early = try await site.browser("status", "--now", "2026-01-31T15:59:00Z")
            #expect(early.output.contains("flows       1"))
            _ = try await site.browser("status", "--now", "2026-01-31T16:01:00Z")
            #expect(try await journeys(site) == [Journey(status: "UNKNOWN", reason: "missing_entitlements")])
        }
    }

    @Test("A denial erases every byte of a pending journey, and a later grant does not restore it")
    func deniedWhilePending() async throws {
        try await Site.with { site in
            _ = try await site.run(Self.buy + ["--script", "crash:ACCOUNT_PAYMENT"])
            #expect(try await site.browser("consent", "denied", "--no-flush").output == "consent denied\n")
            #expect(try !site.bytes().contains("subscription-purchase"))
            #expect(try await site.browser("consent", "granted").status == 0)
            #expect(try await journeys(site) == [])
        }
    }

    @Test("A denial by another process during a purchase lets the purchase succeed and sends nothing")
    func deniedMeanwhile() async throws {
        try await Site.with { site in
            try await site.server.script(
                #"[{"path":"/api/account/confirm","delayMs":3000},{"path":"/t/","delayMs":600000,"count":-1}]"#)
            let process = try site.start("subscribe", "--plan", "yearly")
            try await site.server.waitForRequest(to: "/t/")
            #expect(try await site.browser("consent", "denied", "--no-flush").output == "consent denied\n")
            #expect(await process.result().output == "Subscribed.\n")
            #expect(try await site.browser("consent", "denied").status == 0)
            #expect(try !site.bytes().contains("subscription-purchase"))
            #expect(try await journeys(site) == [])
        }
    }

    @Test("A journey is stored while consent is pending and sent after a grant")
    func pendingConsent() async throws {
        try await Site.with { site in
            _ = try await site.browser("consent", "pending")
            #expect(try await site.run(Self.buy).status == 0)
            #expect(try await journeys(site) == [])
            _ = try await site.browser("consent", "granted")
            #expect(try await journeys(site) == [Journey(status: "SUCCESS")])
        }
    }

    /// The journeys that arrived, after a check against their definition.
    private func journeys(_ site: Site) async throws -> [Journey] {
        let payloads = try await site.server.wideEvents()
        let definitions = Repository.root.appending(path: "AppTarget/PixelDefinitions").path
        let check = try ChildProcess("pixels", ["check", "--definitions", definitions, "--format", "wide"])
        try check.write(payloads.map { $0 + "\n" }.joined())
        let verdict = await check.result()
        #expect(verdict.status == 0, "\(verdict.output)")
        return try payloads.map { payload in
            let event = try JSONDecoder().decode(PurchaseEvent.self, from: Data(payload.utf8))
            let ext = event.feature.data.ext
            return Journey(status: event.feature.status, reason: ext.status_reason, step: ext.failing_step)
        }
    }
}
#endif
