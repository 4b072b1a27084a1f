import CommandLineKit
import Foundation
import MaliciousSiteProtection

extension Command {
    static let check = Command(
        "check", "URL…", summary: "Judge addresses.",
        details: """
            Prints the verdict of each (safe, phishing, malware, scam, invalid) and who gave it: the local data, the \
            service, or nobody. '-' reads addresses from standard input, one a line. Exits with 2 when any is a threat, \
            otherwise with 1 when any cannot be judged.
            """
    ) { invocation in
        guard !invocation.arguments.isEmpty else {
            throw invocation.usage("Name an address, or '-' for standard input.")
        }
        return try await invocation.withApp { app in
            var kinds: Set<JudgedAddress.Kind> = []
            for argument in invocation.arguments {
                guard argument == "-" else {
                    kinds.insert(await judge(argument, app, invocation))
                    continue
                }
                kinds.formUnion(
                    await app.updatingDataSets {
                        var kinds: Set<JudgedAddress.Kind> = []
                        while let line = await invocation.console.readLine() {
                            if !line.isEmpty { kinds.insert(await judge(line, app, invocation)) }
                        }
                        return kinds
                    })
            }
            return kinds.contains(.threat) ? .threat : kinds.contains(.invalid) ? .failure : .success
        }
    }

    /// Prints the verdict on an address and returns its kind.
    private static func judge(
        _ address: String, _ app: CompositionRoot, _ invocation: Invocation
    ) async -> JudgedAddress.Kind {
        let judged = JudgedAddress(address, await app.detector.verdict(for: address))
        invocation.print(judged.json, or: judged.text(invocation.console))
        return judged.kind
    }
}

/// An address and what was found, for printing.
struct JudgedAddress {
    /// What the exit code depends on.
    enum Kind {
        case safe, threat, invalid
    }

    let address: String
    let verdict: String
    let source: String
    let kind: Kind

    /// - Parameter verdict: `nil` when the address is none that can be judged.
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
