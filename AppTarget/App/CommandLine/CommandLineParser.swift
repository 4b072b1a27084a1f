import CommandLineKit

/// A command line, taken apart.
struct ParsedLine: Sendable {
    /// What is asked for.
    enum Action: Sendable {
        case run(Command)
        case help(Command?)
        case version
    }

    let action: Action
    /// What follows the command, without options.
    let arguments: [String]
    /// Options by name, with their values; options without one have an empty one.
    let options: [String: String]
}

/// Takes a command line apart.
struct CommandLineParser {
    /// - Parameter words: What follows the program's name.
    static func parse(_ words: [String]) throws(UsageError) -> ParsedLine {
        let command = try command(in: words)
        let known = Option.global + (command?.options ?? [])
        var arguments: [String] = []
        var options: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            }
            guard isOption(word) else {
                arguments.append(word)
                continue
            }
            let (name, value) = split(word)
            guard let option = known.first(where: { $0.name == name }) else {
                throw UsageError(message: unknown("option", name, known.map(\.name)), command: command?.name)
            }
            options[name] = try self.value(of: option, written: value, else: &rest, command)
        }
        return ParsedLine(
            action: try action(command, arguments, options), arguments: Array(arguments.dropFirst()), options: options)
    }

    private static func value(
        of option: Option, written: String?, else rest: inout ArraySlice<String>, _ command: Command?
    ) throws(UsageError) -> String {
        guard let placeholder = option.value else {
            if written == nil { return "" }
            throw UsageError(message: "\(option.name) takes no value.", command: command?.name)
        }
        guard let value = written ?? rest.popFirst(), !value.isEmpty else {
            throw UsageError(message: "\(option.name) wants a value: \(placeholder).", command: command?.name)
        }
        return value
    }

    private static func action(
        _ command: Command?, _ arguments: [String], _ options: [String: String]
    ) throws(UsageError) -> ParsedLine.Action {
        if options["--version"] != nil { return .version }
        if let command { return options["--help"] == nil ? .run(command) : .help(command) }
        guard arguments.count <= 2 else { throw UsageError(message: "'help' takes one command.") }
        guard arguments.count == 2, arguments[1] != "help" else { return .help(nil) }
        return .help(try find(arguments[1]))
    }

    /// The command, found before its options are known: the first word that is neither an option nor the value of one.
    /// None when help is asked for, or nothing.
    private static func command(in words: [String]) throws(UsageError) -> Command? {
        let options = Option.global + Command.all.flatMap(\.options)
        var rest = words[...]
        while var word = rest.popFirst() {
            if word == "--" {
                guard let first = rest.first else { return nil }
                word = first
            } else if isOption(word) {
                if options.contains(where: { $0.name == word && $0.value != nil }) { _ = rest.popFirst() }
                continue
            }
            return word == "help" ? nil : try find(word)
        }
        return nil
    }

    /// A lone hyphen is an argument: standard input.
    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func split(_ word: String) -> (name: String, value: String?) {
        if word == "-h" { return ("--help", nil) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    private static func find(_ name: String) throws(UsageError) -> Command {
        if let command = Command.all.first(where: { $0.name == name }) { return command }
        throw UsageError(message: unknown("command", name, Command.all.map(\.name) + ["help"]))
    }

    private static func unknown(_ kind: String, _ word: String, _ known: [String]) -> String {
        "'\(word.printable)' is no \(kind).\(suggestion(for: word, in: known))"
    }
}
