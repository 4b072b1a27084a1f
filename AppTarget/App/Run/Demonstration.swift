#if canImport(DevServer)
import CommandLineSupport
import DevServer
import Foundation
import MaliciousSiteProtection
import PixelKit

/// The app at work against local services, told on one screen.
struct Demonstration: Sendable {
    /// Public test pages, made-up ones of the development server's data, and pages that are safe.
    private static let addresses = [
        "https://www.example.com/", "http://privacy-test-pages.site/security/badware/phishing.html",
        "https://en.wikipedia.org/wiki/Phishing",
        "http://privacy-test-pages.site/security/../security/badware/malware.html",
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
        let temporary = invocation.value("--data-dir") == nil ? Self.temporaryFolder() : nil
        defer { if let temporary { try? FileManager.default.removeItem(at: temporary) } }
        configuration.dataFolder = temporary ?? configuration.dataFolder
        configuration.pixelURL = server.url
        configuration.servicesURL = server.url
        let app = CompositionRoot(configuration)
        say("Local services on \(server.url.absoluteString): protection data, and a collector of pixels.")
        let isComplete = try await show(app, server)
        _ = await app.pixels.shutdown(timeout: BrowserProgram.flushTimeout)
        await server.stop()
        return isComplete ? .success : .failure
    }

    private static func temporaryFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "browser-run-\(UUID().uuidString)")
    }

    private func show(_ app: CompositionRoot, _ server: LocalServer) async throws -> Bool {
        var updated = 0
        for id in DataSetID.all {
            let status = try await app.dataSetUpdater.update(id)
            updated += status.count
        }
        say("Protection data updated: \(updated) entries in \(DataSetID.all.count) sets.\n")
        let before = try await app.pixels.accounts().delivered
        var shown = 0
        for (index, address) in addresses.enumerated() {
            await judge(address, choosing: index.isMultiple(of: 2) ? .visit : .leave, app)
            _ = await app.pixels.flush(timeout: BrowserProgram.flushTimeout)
            shown = show(server.collected, from: shown)
        }
        let accounts = try await app.pixels.accounts()
        let arrived = server.collected.count { $0.path.hasPrefix("/t/") && $0.status == 200 }
        let isComplete =
            accounts.isBalanced && accounts.pending == 0 && arrived == accounts.delivered - before + accounts.resent
        tell(accounts, arrived: arrived, isComplete: isComplete)
        return isComplete
    }

    private func judge(_ address: String, choosing choice: NavigationProtection.Choice, _ app: CompositionRoot) async {
        guard let url = URL(string: address), url.host() != nil,
            case .warn(let page) = await app.navigation.navigate(to: url)
        else {
            let judged = JudgedAddress(address, await app.detector.verdict(for: address))
            return invocation.print(judged.json, or: judged.text(console))
        }
        let judged = JudgedAddress(address, page.verdict)
        let end = choice == .leave ? "warned, left" : "warned, visited"
        invocation.print(judged.json, or: "\(judged.text(console))  \(console.colour(.dim, end))")
        app.navigation.choose(choice, on: page)
    }

    /// Shows what arrived since the last call, and returns how much has been shown.
    private func show(_ requests: [CollectedRequest], from first: Int) -> Int {
        for request in requests[first...] {
            let name = request.path.replacing("/t/", with: "", maxReplacements: 1)
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            invocation.print(
                ["pixel": name, "query": request.query, "status": request.status],
                or: "    " + console.colour(.cyan, "→ \(name)") + console.colour(.dim, query))
        }
        return requests.count
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
