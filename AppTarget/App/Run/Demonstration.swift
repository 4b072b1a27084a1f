import CommandLineKit

#if canImport(DevServer)
import Common
import DevServer
import Foundation
import MaliciousSiteProtection
import Persistence
import PixelKit
import Primitives
import Subscription
import Telemetry
import WideEvent

extension Command {
    static let run = Command(
        "run", Argument(.text("URL"), isOptional: true, isRepeatable: true),
        summary: "Run the app against local services and print each step.",
        details: """
            Starts the local services, checks the given or some built-in addresses, buys the subscription, prints each \
            pixel that arrives, and prints the accounts. Without --data-dir it uses a temporary folder. --pixel-url and \
            --services-url have no effect. Exits with 0 only if the accounts balance and every pixel arrived.
            """
    ) { invocation in try await Demonstration(invocation).run() }
}

/// Runs the app against local services and prints each step.
struct Demonstration: Sendable {
    /// Public test pages, invented pages of the development server's data, and safe pages.
    private static let addresses = [
        "https://www.example.org/", "http://privacy-test-pages.site/security/badware/phishing.html",
        "https://en.wikipedia.org/wiki/Phishing",
        "http://privacy-test-pages.site/security/./badware/malware.html",
        "http://privacy-test-pages.site/security/badware/scam.html#top", "https://fresh-phishing.test/",
        "not an address",
    ]

    private let invocation: Invocation
    private let addresses: [String]

    init(_ invocation: Invocation) {
        self.invocation = invocation
        addresses = invocation.arguments.isEmpty ? Self.addresses : invocation.arguments
    }

    private var console: Console { invocation.console }

    func run() async throws -> ExitCode {
        var configuration = try invocation.configuration()
        let server = try LocalServer.start()
        // Not the folder of BROWSER_DATA_DIR: its queued requests are for another server.
        let temporary = invocation.isOnCommandLine("--data-dir") ? nil : Self.temporaryFolder()
        defer { if let temporary { try? FileManager.default.removeItem(at: temporary) } }
        configuration.dataFolder = temporary ?? configuration.dataFolder
        configuration.pixelURL = server.url
        configuration.servicesURL = server.url
        let sent = Locked(0)
        let app = try CompositionRoot(configuration, activity: Self.counting(sent))
        say("Local services on \(server.url.absoluteString): protection data, accounts, collector.")
        let recovery = Task { await app.recover() }
        let signal = Task { [invocation] in await invocation.interruption() }
        defer { signal.cancel() }
        let code: ExitCode
        do {
            code = try await invocation.until(signal) {
                try await show(app, server)
                await recovery.value
                return try await settle(app, server, sent) ? .success : .failure
            }
        } catch {
            await end(app, server)
            throw error
        }
        await end(app, server)
        return code
    }

    private func end(_ app: CompositionRoot, _ server: LocalServer) async {
        _ = await app.pixels.shutdown(timeout: BrowserProgram.flushTimeout)
        _ = await app.telemetry.facade.shutdown(timeout: BrowserProgram.telemetryTimeout)
        await server.stop()
    }

    /// Counts the requests that the server acknowledged.
    private static func counting(_ sent: Locked<Int>) -> EventMapping<OutboxActivity> {
        EventMapping { activity, _, _, onComplete in
            if case .sent = activity { sent.withLock { $0 += 1 } }
            onComplete(nil)
        }
    }

    private static func temporaryFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "browser-run-\(UUID().uuidString)")
    }

    private func show(_ app: CompositionRoot, _ server: LocalServer) async throws {
        var updated = 0
        for (_, result) in await app.updateDataSets() { updated += try result.get().count }
        say("Protection data updated: \(updated) entries in \(DataSetID.all.count) sets.")
        say("Warnings are left and passed in turn. Each pixel also carries appVersion=\(ProgramVersion.current).")
        if !invocation.isJSON { console.print("") }
        var shown = 0
        var choice = NavigationProtection.Choice.leave
        for address in addresses {
            guard let page = await check(address, app) else { continue }
            shown = await show(app, server, from: shown)
            app.navigation.choose(choice, on: page)
            shown = await show(app, server, from: shown)
            choice = choice == .leave ? .visit : .leave
        }
        try await buySubscription(app, server)
    }

    /// Sends the queued requests, prints those that arrived since the last call, and returns the number of all.
    private func show(_ app: CompositionRoot, _ server: LocalServer, from first: Int) async -> Int {
        _ = await app.pixels.flush(timeout: BrowserProgram.flushTimeout)
        let requests = server.collected
        for request in requests[first...] { printer.print(request) }
        return requests.count
    }

    /// Buys the subscription and prints a timeline of the requests that it causes.
    private func buySubscription(_ app: CompositionRoot, _ server: LocalServer) async throws {
        say("\nA person buys the subscription.")
        let before = server.collected.count
        let start = Date()
        let page = app.makeSubscriptionPurchaseInstrumentation()
        page.purchasePageShown()
        page.priceSelected(.yearly)
        let result = await app.subscriptionPurchase(on: .stripe)?.subscribe(
            to: SubscriptionPlan.yearly.productID, origin: "run")
        await app.wideEvents.settle()
        _ = await app.pixels.flush(timeout: BrowserProgram.flushTimeout)
        for request in server.collected[before...] {
            printer.print(request, at: request.time.timeIntervalSince(start))
        }
        if case .failed(_, let error) = result { throw error }
    }

    private var printer: ArrivalPrinter { ArrivalPrinter(invocation: invocation) }

    /// Prints the accounts and returns whether they balance and everything arrived.
    private func settle(_ app: CompositionRoot, _ server: LocalServer, _ sent: Locked<Int>) async throws -> Bool {
        let accounts = try await app.pixels.accounts()
        let arrived = server.collected.count { ($0.path.hasPrefix("/t/") || $0.path == "/e") && $0.status == 200 }
        // More may arrive than were acknowledged, because an answer can be lost.
        let isComplete = accounts.isBalanced && accounts.pending == 0 && arrived >= sent.withLock { $0 }
        tell(accounts, arrived: arrived, isComplete: isComplete)
        return isComplete
    }

    /// Prints the verdict on an address. Returns the warning if it is a threat.
    private func check(_ address: String, _ app: CompositionRoot) async -> NavigationProtection.ErrorPage? {
        guard let url = URL(webAddress: address),
            case .warn(let page) = await app.navigation.navigate(to: url)
        else {
            let checked = CheckedAddress(address, await app.detector.verdict(for: address))
            invocation.print(checked.json, or: checked.text(console))
            return nil
        }
        let checked = CheckedAddress(address, page.verdict)
        invocation.print(checked.json, or: checked.text(console))
        return page
    }

    private func tell(_ accounts: Accounts, arrived: Int, isComplete: Bool) {
        let end = isComplete ? "The accounts balance, and every pixel arrived." : "Some pixels are missing. See above."
        invocation.print(
            ["accounts": accounts, "balanced": accounts.isBalanced, "arrived": arrived],
            or: "\n\(accounts.text)\n            arrived \(arrived)\n\n"
                + console.colour(isComplete ? .green : .red, end))
    }

    /// Prints a line for people. With `--json` it prints nothing.
    private func say(_ text: String) {
        if !invocation.isJSON { console.print(console.colour(.bold, text)) }
    }
}
#else
extension Command {
    static let run = Command(
        "run", summary: "Run the app against local services and print each step.",
        details: "Not in this build, which was made with WITHOUT_DEVSERVER=1."
    ) { _ in throw UsageError("This build has no local services. Build it without WITHOUT_DEVSERVER=1.") }
}
#endif
