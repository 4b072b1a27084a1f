import CommandLineKit
import Foundation
import MaliciousSiteProtection

extension Command {
    static let visit = Command(
        "visit", "URL", summary: "Open an address, as a tab would.",
        details: """
            A threat shows a warning in place of the page; --choose says what the person does there. Without it, the \
            command asks.
            """,
        options: [Option("--choose", "leave|visit", help: "What to do at a warning.")]
    ) { invocation in
        guard invocation.arguments.count == 1, let text = invocation.arguments.first else {
            throw invocation.usage("Name one address.")
        }
        guard let url = URL(string: text), url.isWebAddress else {
            throw invocation.usage(
                "'\(text.printable)' cannot be opened; use an address that begins with http:// or https://.")
        }
        let choice = try choice(invocation)
        return try await invocation.withApp { app in
            switch await app.navigation.navigate(to: url) {
            case .load:
                let isOn = app.navigation.isOn
                invocation.print(
                    ["url": text, "verdict": isOn ? "safe" : "unjudged", "choice": "none"],
                    or: "Loaded \(text)" + (isOn ? "" : " without judging it: the protection is off"))
                return .success
            case .warn(let page):
                let chosen: NavigationProtection.Choice
                if let choice { chosen = choice } else { chosen = try await ask(page, invocation) }
                app.navigation.choose(chosen, on: page)
                invocation.print(
                    ["url": text, "verdict": page.category.rawValue, "choice": chosen.rawValue],
                    or: chosen == .leave ? "Left \(text)" : "Loaded \(text) in spite of the warning")
                return .threat
            case .stop: return .failure  // Only another navigation in the same tab leads here.
            }
        }
    }

    private static func choice(_ invocation: Invocation) throws(UsageError) -> NavigationProtection.Choice? {
        guard let text = invocation.value("--choose") else { return nil }
        guard let choice = NavigationProtection.Choice(rawValue: text) else {
            let guess = suggestion(for: text, in: NavigationProtection.Choice.allCases.map(\.rawValue))
            throw invocation.usage("--choose is '\(text.printable)'; use leave or visit.\(guess)")
        }
        return choice
    }

    private static func ask(
        _ page: NavigationProtection.ErrorPage, _ invocation: Invocation
    ) async throws -> NavigationProtection.Choice {
        let console = invocation.console
        let warning = "Warning: \(page.url.absoluteString) is known for \(page.category.rawValue)."
        console.printError(console.showsProgress ? console.colour(.red, warning) : warning)
        while true {
            console.writeError("Leave or visit? [leave] ")
            // Without an answer, the safe way.
            guard let answer = await console.readLine()?.lowercased() else {
                try Task.checkCancellation()  // Interrupted: nobody chose anything.
                console.printError("")
                return .leave
            }
            if answer.isEmpty { return .leave }
            if let choice = NavigationProtection.Choice.allCases.first(where: { $0.rawValue.hasPrefix(answer) }) {
                return choice
            }
        }
    }
}
