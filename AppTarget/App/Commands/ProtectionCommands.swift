import CommandLineKit
import Foundation
import MaliciousSiteProtection
import UserScripts

extension Command {
    static let check = Command(
        "check", Argument(.text("URL"), isRepeatable: true), summary: "Check addresses for threats.",
        details: """
            Prints the verdict on each address (safe, phishing, malware, scam or invalid) and its source: the local \
            data, the service, or none. '-' reads addresses from standard input, one a line. Exits with 2 if any \
            address is a threat, otherwise with 1 if any is invalid.
            """
    ) { invocation in
        try await invocation.withApp { app in
            var kinds: Set<CheckedAddress.Kind> = []
            for argument in invocation.arguments {
                guard argument == "-" else {
                    kinds.insert(await check(argument, app, invocation))
                    continue
                }
                kinds.formUnion(await app.withBackgroundWork { await checkInput(app, invocation) })
            }
            return kinds.contains(.threat) ? .threat : kinds.contains(.invalid) ? .failure : .success
        }
    }

    /// Prints the verdict on each line of standard input and returns their kinds.
    private static func checkInput(_ app: CompositionRoot, _ invocation: Invocation) async -> Set<CheckedAddress.Kind> {
        var kinds: Set<CheckedAddress.Kind> = []
        while let line = await invocation.console.readLine() {
            if !line.isEmpty { kinds.insert(await check(line, app, invocation)) }
        }
        return kinds
    }

    /// Prints the verdict on an address and returns its kind.
    private static func check(
        _ address: String, _ app: CompositionRoot, _ invocation: Invocation
    ) async -> CheckedAddress.Kind {
        let checked = CheckedAddress(address, await app.detector.verdict(for: address))
        invocation.print(checked.json, or: checked.text(invocation.console))
        return checked.kind
    }

    static let visit = Command(
        "visit", Argument(.text("URL")), summary: "Open an address as a tab does.",
        details: """
            A threat in the page or in one of its frames shows a warning instead of the page. --choose answers the \
            warning. Without it, the command asks.
            """,
        options: [
            Option("--choose", .word(of: NavigationProtection.Choice.self), help: "The answer to a warning."),
            Option("--frame", .text("URL"), isRepeatable: true, help: "The address of a frame of the page."),
            Option(
                "--message", .text("JSON"), isRepeatable: true,
                help: #"A message that the page posts to the tab's scripts, such as {"kind":"log","level":"warn"}."#),
        ]
    ) { invocation in
        let text = invocation.arguments[0]
        guard let url = URL(webAddress: text) else {
            throw UsageError(
                "URL is '\(text.printable)'. Use an address that begins with http:// or https://.")
        }
        let page = VisitedPage(
            url: url,
            frames: try invocation.values("--frame", expected: "an http or https address", URL.init(webAddress:)),
            messages: try invocation.values("--message", expected: "a JSON object of strings") {
                try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
            })
        return try await invocation.withApp { app in
            switch await page.load(in: app) {
            case .load:
                let isOn = app.navigation.isOn
                invocation.print(
                    ["url": text, "verdict": isOn ? "safe" : "unjudged", "choice": "none"],
                    or: "Loaded \(text)" + (isOn ? "" : " unchecked: the protection is off"))
                return .success
            case .warn(let page):
                let given: NavigationProtection.Choice? = invocation.choice("--choose")
                let chosen = if let given { given } else { try await ask(page, invocation.console) }
                app.navigation.choose(chosen, on: page)
                invocation.print(
                    ["url": text, "verdict": page.category.rawValue, "choice": chosen.rawValue],
                    or: chosen == .leave ? "Left \(text)" : "Loaded \(text) despite the warning")
                return .threat
            case .stop: return .failure  // Only another navigation in the same tab leads here.
            }
        }
    }

    /// Asks until there is an answer. An empty answer, and the end of the input, leave the page.
    private static func ask(
        _ page: NavigationProtection.ErrorPage, _ console: Console
    ) async throws -> NavigationProtection.Choice {
        let warning = "Warning: \(page.url.absoluteString) is known for \(page.category.rawValue)."
        console.printError(console.showsProgress ? console.colour(.red, warning) : warning)
        while true {
            console.writeError("Leave or visit? [leave] ")
            guard let answer = await console.readLine()?.lowercased() else {
                try Task.checkCancellation()  // A signal is no answer.
                console.printError("")
                return .leave
            }
            if answer.isEmpty { return .leave }
            if let choice = NavigationProtection.Choice.allCases.first(where: { $0.rawValue.hasPrefix(answer) }) {
                return choice
            }
        }
    }

    static let settings = Command(
        "settings", Argument(.word(["malicious-site-protection"]), isOptional: true),
        Argument(.word(["on", "off"]), isOptional: true), summary: "Show or change a setting.",
        details: "The data folder stores it. A pixel reports a change."
    ) { invocation in
        try await invocation.withApp { app in
            if invocation.arguments.count == 2 { try app.navigation.turn(on: invocation.arguments[1] == "on") }
            let name = "malicious-site-protection"
            let isOn = app.navigation.isOn
            invocation.print(["setting": name, "on": isOn], or: "\(name) \(isOn ? "on" : "off")")
            return .success
        }
    }

    static let datasets = Command(
        "datasets", Argument(.word(["update", "status"])), summary: "Update or show the local protection data.",
        details: """
            An update requests the changes since the last one, or the whole data with --full. A failed update keeps the \
            old data and prints the reason. A request fails after two minutes, or if its answer is longer than 64 MiB.
            """,
        options: [Option("--full", help: "Request the whole data.")]
    ) { invocation in
        try await invocation.withApp { app in
            if invocation.arguments == ["update"] { return await update(app, invocation) }
            for id in DataSetID.all { show(app.dataSets.status(of: id), app, invocation) }
            return .success
        }
    }

    private static func update(_ app: CompositionRoot, _ invocation: Invocation) async -> ExitCode {
        let services = app.configuration.servicesURL.absoluteString
        var code = ExitCode.success
        let full = invocation.has("--full")
        let results = await invocation.console.showing("Asking \(services)…") { await app.updateDataSets(full: full) }
        for (id, result) in results {
            switch result {
            case .success(let status): show(status, app, invocation)
            case .failure(let error):
                let reason =
                    (error as? MaliciousSiteProtectionError)?.description
                    ?? "\(services) did not answer. The old data is kept. Check that the service runs there."
                let isNamed = reason.hasPrefix("Data set ")  // An error of the service does not name the data set.
                invocation.console.printError("browser: " + (isNamed ? reason : "Data set \(id): \(reason)"))
                code = .failure
            }
        }
        return code
    }

    private static func show(_ status: DataSetStore.Status, _ app: CompositionRoot, _ invocation: Invocation) {
        let updated = app.dataSets.lastUpdate(of: status.id)?.formatted(.iso8601)
        let origin =
            switch status.origin {
            case .embedded: "embedded"
            case .downloaded: "downloaded"
            case .embeddedInsteadOf: "embedded, because the downloaded file is damaged"
            }
        let name = "\(status.id)".padding(toLength: 24, withPad: " ", startingAt: 0)
        let entries = status.count == 1 ? "1 entry" : "\(status.count) entries"
        invocation.print(
            [
                "category": status.id.category.rawValue, "type": status.id.type.rawValue, "revision": status.revision,
                "count": status.count, "origin": origin, "updated": updated,
            ],
            or: "\(name)revision \(status.revision), \(entries), \(origin)" + (updated.map { ", updated \($0)" } ?? ""))
    }
}

/// A page with its frames, and the messages that its scripts post.
private struct VisitedPage: Sendable {
    let url: URL
    let frames: [URL]
    let messages: [[String: String]]

    /// Loads the page and its frames in a new tab, up to the first warning.
    @MainActor func load(in app: CompositionRoot) async -> NavigationProtection.Decision {
        let scripts = app.makeTabUserScripts()
        let tab = NavigationProtection.Tab()
        let decision = await app.navigation.navigate(to: url, in: tab)
        guard decision == .load else { return decision }
        for frame in frames {
            let decision = await app.navigation.loadFrame(frame, in: tab)
            guard decision == .load else { return decision }
        }
        for script in scripts.all {
            for message in messages { script.receive(message) }
        }
        return .load
    }
}

/// An address and its verdict, for printing.
struct CheckedAddress {
    enum Kind {
        case safe, threat, invalid
    }

    let address: String
    let verdict: String
    let source: String
    let kind: Kind

    /// - Parameter verdict: `nil` if the address cannot be checked.
    init(_ address: String, _ verdict: Verdict?) {
        self.address = address
        self.verdict = verdict.map { $0.threat?.rawValue ?? "safe" } ?? "invalid"
        source = (verdict?.source ?? .none).rawValue
        kind = verdict.map { $0.threat == nil ? .safe : .threat } ?? .invalid
    }

    var json: JSONLine { ["url": address, "verdict": verdict, "source": source] }

    func text(_ console: Console) -> String {
        let colour: Console.Colour =
            switch kind {
            case .safe: .green
            case .threat: .red
            case .invalid: .yellow
            }
        let name = verdict.padding(toLength: 9, withPad: " ", startingAt: 0)
        return console.colour(colour, name) + source.padding(toLength: 6, withPad: " ", startingAt: 0)
            + address.printable
    }
}

extension CompositionRoot {
    /// Updates every data set concurrently and returns the results in their order.
    ///
    /// - Parameter full: Whether the whole data sets are requested.
    func updateDataSets(full: Bool = false) async -> [(id: DataSetID, result: Result<DataSetStore.Status, any Error>)] {
        await withTaskGroup(of: (DataSetID, Result<DataSetStore.Status, any Error>).self) { group in
            for id in DataSetID.all {
                group.addTask { [dataSetUpdater] in
                    let result: Result<DataSetStore.Status, any Error>
                    do {
                        result = .success(try await dataSetUpdater.update(id, full: full))
                    } catch {
                        result = .failure(error)
                    }
                    // After the `await`: with optimisation, Swift 6.3.1 loses a tuple that is begun before one.
                    return (id, result)
                }
            }
            var results: [DataSetID: Result<DataSetStore.Status, any Error>] = [:]
            for await (id, result) in group { results[id] = result }
            return DataSetID.all.compactMap { id in results[id].map { (id, $0) } }
        }
    }
}
