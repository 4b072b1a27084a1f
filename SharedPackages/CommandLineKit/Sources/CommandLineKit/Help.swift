import Foundation

/// The help of a program, composed from its commands and options.
package struct Help: Sendable {
    private static let width = 100
    /// Where the second column begins.
    private static let column = 30

    private let syntax: Syntax

    package init(_ syntax: Syntax) { self.syntax = syntax }

    /// The help of a command. `nil` stands for the program itself.
    package func text(for command: Command?) -> String {
        if let single = syntax.single { return page(forSingle: single) }
        return command.map(page(for:)) ?? overview
    }

    private var overview: String {
        let commands = syntax.commands.map {
            Self.row(([$0.name] + $0.arguments.map(\.syntax)).joined(separator: " "), $0.summary)
        }
        return Self.paragraphs(
            "Usage: \(syntax.name) [OPTIONS] COMMAND", Self.wrapped(syntax.summary),
            "Commands:\n\(commands.joined(separator: "\n"))\n\(Self.row("help [COMMAND]", "Print help."))",
            "Options, before or after the command:\n\(Self.rows(syntax.options))", syntax.notes)
    }

    private func page(for command: Command) -> String {
        let usage = [syntax.name, command.name] + Self.syntax(of: command, options: command.options)
        return Self.paragraphs(
            "Usage: \(usage.joined(separator: " "))", Self.wrapped("\(command.summary) \(command.details)"),
            command.options.isEmpty ? "" : "Options:\n\(Self.rows(command.options))",
            "Run '\(syntax.name) help' for the options of every command.")
    }

    private func page(forSingle command: Command) -> String {
        let usage = [syntax.name] + Self.syntax(of: command, options: command.options)
        return Self.paragraphs(
            "Usage: \(usage.joined(separator: " "))", Self.wrapped("\(command.summary) \(command.details)"),
            "Options:\n\(Self.rows(command.options + syntax.options))", syntax.notes)
    }

    /// The options that must be given, a hint at the others, and the arguments.
    private static func syntax(of command: Command, options: [Option]) -> [String] {
        let required = options.filter(\.isRequired).map { "\($0.name) \($0.value?.placeholder ?? "")" }
        let hint = options.count > required.count ? ["[OPTIONS]"] : []
        return required + hint + command.arguments.map(\.syntax)
    }

    private static func rows(_ options: [Option]) -> String {
        options.map { option in
            let required = option.isRequired ? " Required." : ""
            let repeated = option.isRepeatable ? " May be repeated." : ""
            let variable = option.variable.map { " Also as \($0)." } ?? ""
            return row(
                "\(option.name) \(option.value?.placeholder ?? "")", option.summary + required + repeated + variable)
        }.joined(separator: "\n")
    }

    private static func paragraphs(_ parts: String...) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Two columns. A wide first column has a line of its own.
    private static func row(_ left: String, _ right: String) -> String {
        let text = wrapped(right, indentedBy: column)
        guard left.count + 4 <= column else { return "  \(left)\n\(text)" }
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
