import CommandLineKit
import Primitives

/// A program for the tests of the parser, the help and the completions.
enum Demo {
    struct Broken: Error, CustomStringConvertible {
        let description = "broken"
    }

    static let syntax = Syntax(
        "demo", summary: "Shows what the parser can do.", commands: [start, stop, set, pick, add],
        options: [
            Option("--dir", .folder("DIR"), variable: "DEMO_DIR", help: "The folder."),
            Option("--json", help: "Print JSON."),
        ], notes: "Notes.")

    static let single = Syntax(
        Command(
            "one", Argument(.text("WORD"), isOptional: true), summary: "Does one thing.",
            options: [Option("--loud", help: "Shout.")]
        ) { invocation in
            invocation.console.print("single " + invocation.arguments.joined(separator: " "))
            return .success
        })

    private static let start = Command(
        "start", Argument(.text("TARGET"), isRepeatable: true), summary: "Start targets.",
        details: "Starts them in order.",
        options: [Option("--mode", .word(["fast", "slow"]), variable: "DEMO_MODE", help: "How to start.")]
    ) { invocation in
        let (dir, mode) = (invocation.value("--dir") ?? "-", invocation.value("--mode") ?? "-")
        let targets = invocation.arguments.joined(separator: " ")
        invocation.console.print("start \(targets) dir=\(dir) mode=\(mode) json=\(invocation.isJSON)")
        return .success
    }

    private static let stop = Command("stop", summary: "Stop.") { _ in throw Broken() }

    private static let set = Command(
        "set", Argument(.word(["colour"]), isOptional: true), Argument(.word(["red", "green"]), isOptional: true),
        summary: "Set a colour."
    ) { invocation in
        invocation.console.print("set [\(invocation.arguments.joined(separator: " "))]")
        return .success
    }

    private static let pick = Command(
        "pick", Argument(.name("WORD", of: (1...9).map { "word-\($0)" })), summary: "Pick a word."
    ) { _ in .success }

    private static let add = Command(
        "add", summary: "Add names.",
        options: [
            Option("--name", .text("NAME"), isRequired: true, isRepeatable: true, help: "A name."),
            Option("--size", .text("N"), help: "A size."),
        ]
    ) { invocation in
        let size = try invocation.value("--size", expected: "a number", Int.init)
        let names = invocation.values("--name").joined(separator: ",")
        invocation.console.print("add \(names) size=\(size.map(String.init) ?? "-")")
        return .success
    }
}

/// The result of a command line.
struct Outcome: Equatable {
    var code: Int32
    var output = ""
    var errors = ""
}

func run(_ syntax: Syntax, _ words: [String], _ environment: [String: String] = [:]) async -> Outcome {
    let written = Locked(Outcome(code: 0))
    let console = Console(
        write: { text in written.withLock { $0.output += text } },
        writeError: { text in written.withLock { $0.errors += text } })
    let code = await Program(syntax).run(words, environment: environment, console: console)
    return written.withLock { Outcome(code: code, output: $0.output, errors: $0.errors) }
}

func demo(_ words: [String], _ environment: [String: String] = [:]) async -> Outcome {
    await run(Demo.syntax, words, environment)
}
