import CommandLineSupport
import Foundation
import MaliciousSiteProtection

extension Command {
    static let check = Command(
        "check", "URL…", summary: "Judge addresses.",
        details: """
            Prints the verdict of each (safe, phishing, malware, scam, invalid) and who gave it: the local data, the \
            service, or nobody. '-' reads addresses from standard input, one a line. Exits with 2 when any is a threat.
            """
    ) { invocation in
        guard !invocation.arguments.isEmpty else {
            throw invocation.usage("Name an address, or '-' for standard input.")
        }
        return try await invocation.withApp { app in
            var threats = 0
            for argument in invocation.arguments {
                guard argument == "-" else {
                    threats += await judge(argument, app, invocation)
                    continue
                }
                while let line = await invocation.console.readLine() {
                    if !line.isEmpty { threats += await judge(line, app, invocation) }
                }
            }
            return threats == 0 ? .success : .threat
        }
    }

    /// Prints the verdict on an address and returns how many threats it is: none or one.
    private static func judge(_ address: String, _ app: CompositionRoot, _ invocation: Invocation) async -> Int {
        let judged = JudgedAddress(address, await app.detector.verdict(for: address))
        invocation.print(judged.json, or: judged.text(invocation.console))
        return judged.isThreat ? 1 : 0
    }
}

/// An address and what was found, for printing.
struct JudgedAddress {
    let address: String
    let verdict: String
    let source: String
    let isThreat: Bool

    /// - Parameter verdict: `nil` when the address is none that can be judged.
    init(_ address: String, _ verdict: Verdict?) {
        self.address = address
        self.verdict = verdict.map { $0.threat?.rawValue ?? "safe" } ?? "invalid"
        source = (verdict?.source ?? .none).rawValue
        isThreat = verdict?.threat != nil
    }

    var json: JSONLine { ["url": address, "verdict": verdict, "source": source] }

    func text(_ console: Console) -> String {
        let colour: Console.Colour = isThreat ? .red : verdict == "safe" ? .green : .yellow
        let name = verdict.padding(toLength: 9, withPad: " ", startingAt: 0)
        return console.colour(colour, name) + source.padding(toLength: 6, withPad: " ", startingAt: 0)
            + address.printable
    }
}
