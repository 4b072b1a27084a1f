import Foundation

/// What `help` prints; made from the commands themselves.
enum HelpText {
    private static let width = 100
    /// Where the second column begins.
    private static let column = 30

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

            Exit codes: 0 fine, 1 failed, 2 a threat was found, 64 the command line makes no sense,
            128 and a signal's number when the signal ended it.
            """
    }

    static func text(for command: Command) -> String {
        let usage = ["Usage: browser \(command.name)", command.arguments].filter { !$0.isEmpty }.joined(separator: " ")
        var text = "\(usage)\n\n" + wrapped("\(command.summary) \(command.details)")
        if !command.options.isEmpty { text += "\n\nOptions:\n\(rows(command.options))" }
        return text + "\n\n'browser help' lists the options that every command takes."
    }

    private static func rows(_ options: [Option]) -> String {
        options.map { option in
            let variable = option.variable.map { " Also as \($0)." } ?? ""
            return row("\(option.name) \(option.value ?? "")", option.summary + variable)
        }.joined(separator: "\n")
    }

    /// Two columns; a wide first one stands on a line of its own.
    private static func row(_ left: String, _ right: String) -> String {
        let text = wrapped(right, indentedBy: column)
        guard left.count + 3 <= column else { return "  \(left)\n\(text)" }
        return "  " + left.padding(toLength: column - 2, withPad: " ", startingAt: 0) + text.dropFirst(column)
    }

    private static func wrapped(_ text: String, indentedBy indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = [margin]
        for word in text.split(separator: " ") {
            let isFirst = lines[lines.count - 1].count == indent
            if !isFirst, lines[lines.count - 1].count + 1 + word.count > width {
                lines.append(margin + word)
            } else {
                lines[lines.count - 1] += (isFirst ? "" : " ") + word
            }
        }
        return lines.joined(separator: "\n")
    }
}
