#if canImport(DevServer)
import CommandLineKit
import Common
import DevServer
import Foundation
import MaliciousSiteProtection
import Persistence
import PixelKit
import Primitives
import Telemetry

/// The app at work against local services, told on one screen.
struct Demonstration: Sendable {
    /// Public test pages, made-up ones of the development server's data, and pages that are safe.
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
        // Not the folder that BROWSER_DATA_DIR names: what waits there is for another server.
        let temporary = invocation.options["--data-dir"] == nil ? Self.temporaryFolder() : nil
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

    /// Counts the requests that the server is known to have taken.
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
        say("Warnings are left and passed in turn. Each pixel also carries \(Self.version).")
        if !invocation.isJSON { console.print("") }
        var shown = 0
        var choice = NavigationProtection.Choice.leave
        for address in addresses {
            guard let page = await judge(address, app) else { continue }
            shown = await show(app, server, from: shown)
            app.navigation.choose(choice, on: page)
            shown = await show(app, server, from: shown)
            choice = choice == .leave ? .visit : .leave
        }
        try await JourneyDemonstration(invocation: invocation, app: app, server: server).run()
    }

    private static let version = "appVersion=\(ProgramVersion.current)"

    /// The query without the version, which is the same for all: so that a pixel fits into a line of 80 columns.
    static func ownParameters(_ query: String) -> String {
        let own = query.split(separator: "&").filter { $0 != version }
        return own.isEmpty ? "" : "?" + own.joined(separator: "&")
    }

    /// Sends what waits, shows what arrived since the last call, and returns how much has been shown.
    private func show(_ app: CompositionRoot, _ server: LocalServer, from first: Int) async -> Int {
        _ = await app.pixels.flush(timeout: BrowserProgram.flushTimeout)
        let requests = server.collected
        for request in requests[first...] {
            let name = request.path.replacing("/t/", with: "", maxReplacements: 1)
            let query = Self.ownParameters(request.query)
            invocation.print(
                ["pixel": name, "query": request.query, "status": request.status],
                or: "  " + console.colour(.cyan, "→ \(name)") + console.colour(.dim, query))
        }
        return requests.count
    }

    /// Prints the accounts and returns whether they balance and everything arrived.
    private func settle(_ app: CompositionRoot, _ server: LocalServer, _ sent: Locked<Int>) async throws -> Bool {
        let accounts = try await app.pixels.accounts()
        let arrived = server.collected.count { ($0.path.hasPrefix("/t/") || $0.path == "/e") && $0.status == 200 }
        // More may arrive than the app knows of: those whose answer was lost.
        let isComplete = accounts.isBalanced && accounts.pending == 0 && arrived >= sent.withLock { $0 }
        tell(accounts, arrived: arrived, isComplete: isComplete)
        return isComplete
    }

    /// Prints the verdict on an address, and returns the warning that a threat is met with.
    private func judge(_ address: String, _ app: CompositionRoot) async -> NavigationProtection.ErrorPage? {
        guard let url = URL(string: address), url.isWebAddress,
            case .warn(let page) = await app.navigation.navigate(to: url)
        else {
            let judged = JudgedAddress(address, await app.detector.verdict(for: address))
            invocation.print(judged.json, or: judged.text(console))
            return nil
        }
        let judged = JudgedAddress(address, page.verdict)
        invocation.print(judged.json, or: judged.text(console))
        return page
    }

    private func tell(_ accounts: Accounts, arrived: Int, isComplete: Bool) {
        let end = isComplete ? "The accounts balance, and every pixel arrived." : "Something is missing; see above."
        invocation.print(
            ["accounts": accounts, "balanced": accounts.isBalanced, "arrived": arrived],
            or: "\n\(accounts.text)\n            arrived \(arrived)\n\n"
                + console.colour(isComplete ? .green : .red, end))
    }

    /// Tells people what is going on; JSON is for programs.
    private func say(_ text: String) {
        if !invocation.isJSON { console.print(console.colour(.bold, text)) }
    }
}
#endif
