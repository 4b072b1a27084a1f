import Foundation

/// A command-line program as data. ``run(_:environment:console:interruption:)`` parses a line and runs its command.
///
/// ```text
/// let hello = Command("hello", Argument(.text("NAME")), summary: "Print a greeting.") { invocation in
///     invocation.console.print("Hello, \(invocation.arguments[0])!")
///     return .success
/// }
/// let program = Program(Syntax("greet", summary: "Greets people.", commands: [hello]))
/// ```
///
/// Every program answers `help`, `--help`, `-h` and `--version`, and `--json` turns both answers into objects.
package struct Program: Sendable {
    /// What a command line asks for.
    package enum Request: Sendable {
        case run(Command, Invocation)
        /// Help or the version.
        case print(String)
    }

    package let syntax: Syntax

    package init(_ syntax: Syntax) { self.syntax = syntax }

    /// Runs a command line and returns the exit status.
    ///
    /// - Parameters:
    ///   - words: The words after the program's name.
    ///   - interruption: Waits for a signal that asks the process to end, and returns its number. By default none comes.
    package func run(
        _ words: [String], environment: [String: String], console: Console,
        interruption: @escaping @Sendable () async -> Int32? = { nil }
    ) async -> Int32 {
        var failing: String?
        do {
            switch try request(words, environment: environment, console: console, interruption: interruption) {
            case .print(let text):
                console.print(text)
                return ExitCode.success.rawValue
            case .run(let command, let invocation):
                failing = invocation.command
                return try await command.run(invocation).rawValue
            }
        } catch let error as UsageError {
            console.printError(
                "\(syntax.name): \(error.message) Run '\(helpCommand(error.command ?? failing))' for usage.")
            return ExitCode.usage.rawValue
        } catch let error as CocoaError {  // Its description is meant for programmers.
            console.printError("\(syntax.name): \(error.localizedDescription)")
            return ExitCode.failure.rawValue
        } catch {
            console.printError("\(syntax.name): \(error)")
            return ExitCode.failure.rawValue
        }
    }

    /// Parses a command line.
    ///
    /// - Throws: A ``UsageError`` that says what is wrong and what to do.
    package func request(
        _ words: [String], environment: [String: String], console: Console,
        interruption: @escaping @Sendable () async -> Int32? = { nil }
    ) throws(UsageError) -> Request {
        let line = try Parser(syntax: syntax, environment: environment).parse(words)
        let isJSON = line.options["--json"] != nil
        switch line.action {
        case .version:
            return .print(
                isJSON
                    ? "\(["version": ProgramVersion.current] as JSONLine)" : "\(syntax.name) \(ProgramVersion.current)")
        case .help(let command):
            let text = Help(syntax).text(for: command)
            return .print(isJSON ? "\(["help": text] as JSONLine)" : text)
        case .run(let command):
            let invocation = Invocation(
                command: syntax.single == nil ? command.name : nil, arguments: line.arguments, environment: environment,
                console: console, interruption: interruption, options: line.options)
            return .run(command, invocation)
        }
    }

    private func helpCommand(_ command: String?) -> String {
        if syntax.single != nil { return "\(syntax.name) --help" }
        return command.map { "\(syntax.name) help \($0)" } ?? "\(syntax.name) help"
    }
}

/// The version that the programs of this package report.
package enum ProgramVersion {
    /// `0.1.0` until the first release.
    package static let current = "0.1.0"
}
