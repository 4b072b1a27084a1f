package import CommandLineKit

/// The program `browser`: takes the command line apart, runs the command, and ends in order.
package enum BrowserProgram {
    /// How long a command sends before it ends.
    static let flushTimeout: Duration = .seconds(5)
    /// How long a command waits for the sinks of telemetry before it ends.
    static let telemetryTimeout: Duration = .seconds(1)

    /// Runs a command line and returns the exit code.
    ///
    /// - Parameters:
    ///   - words: What follows the program's name.
    ///   - interruption: Waits for a signal that asks the process to end, and returns its number; never, by default.
    package static func run(
        _ words: [String], environment: [String: String], console: Console,
        interruption: @escaping @Sendable () async -> Int32? = { nil }
    ) async -> Int32 {
        do {
            let line = try CommandLineParser.parse(words)
            switch line.action {
            case .version:
                tell("browser \(ProgramVersion.current)", as: ["version": ProgramVersion.current], line, console)
            case .help(nil): tell(HelpText.overview, as: ["help": HelpText.overview], line, console)
            case .help(let command?):
                let text = HelpText.text(for: command)
                tell(text, as: ["help": text], line, console)
            case .run(let command):
                let invocation = Invocation(
                    command: command, arguments: line.arguments, options: line.options, environment: environment,
                    console: console, interruption: interruption)
                return try await command.run(invocation).rawValue
            }
            return ExitCode.success.rawValue
        } catch let error as UsageError {
            let help = error.command.map { "browser help \($0)" } ?? "browser help"
            console.printError("browser: \(error.message) '\(help)' tells more.")
            return ExitCode.usage.rawValue
        } catch {
            console.printError("browser: \(error)")
            return ExitCode.failure.rawValue
        }
    }

    private static func tell(_ text: String, as json: JSONLine, _ line: ParsedLine, _ console: Console) {
        if line.options["--json"] != nil { console.print(json) } else { console.print(text) }
    }
}
