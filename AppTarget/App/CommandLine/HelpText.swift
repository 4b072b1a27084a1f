import Foundation

/// What `help` prints; made from the commands themselves.
enum HelpText {
    static let version = "0.1.0"

    static var overview: String {
        let commands = Command.all.map { row("\($0.name) \($0.arguments)", $0.summary) }
        return """
            Usage: browser [OPTIONS] COMMAND

            Judges web addresses, and sends pixels about what happened.

            Commands:
            \(commands.joined(separator: "\n"))
            \(row("help [COMMAND]", "Print help."))

            Options, before or after the command:
            \(rows(Option.global))

            Exit codes: 0 fine, 1 failed, 2 a threat was found, 64 the command line makes no sense.
            """
    }

    static func text(for command: Command) -> String {
        var text = "Usage: browser \(command.name) \(command.arguments)\n\n\(command.summary) \(command.details)"
        if !command.options.isEmpty { text += "\n\nOptions:\n\(rows(command.options))" }
        return text + "\n\n'browser help' lists the options that every command takes."
    }

    private static func rows(_ options: [Option]) -> String {
        options.map { option in
            let variable = option.variable.map { " Also as \($0)." } ?? ""
            return row("\(option.name) \(option.value ?? "")", option.summary + variable)
        }.joined(separator: "\n")
    }

    private static func row(_ left: String, _ right: String) -> String {
        "  " + left.padding(toLength: max(28, left.count + 1), withPad: " ", startingAt: 0) + right
    }
}
