/// Splits the words of a command line into a command, its arguments and its options.
struct Parser {
    /// The words of a line, after parsing.
    struct Line {
        /// What the program should do.
        enum Action {
            case run(Command)
            case help(Command?)
            case version
        }

        let action: Action
        let arguments: [String]
        let options: [String: [Invocation.Given]]
    }

    let syntax: Syntax
    let environment: [String: String]

    func parse(_ words: [String]) throws(UsageError) -> Line {
        let command = if let single = syntax.single { single } else { try command(in: words) }
        let name = syntax.single == nil ? command?.name : nil
        let known = syntax.options + (command?.options ?? [])
        var arguments: [String] = []
        var options: [String: [Invocation.Given]] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            }
            guard Self.isOption(word) else {
                arguments.append(word)
                continue
            }
            let (optionName, value) = Self.split(word)
            guard let option = known.first(where: { $0.name == optionName }) else {
                throw .unknown("option", optionName, known: known.map(\.name), command: name)
            }
            let text = try Self.value(of: option, written: value, else: &rest, command: name)
            options[optionName, default: []].append(.init(source: optionName, text: text))
        }
        let action = try action(command, arguments, options)
        if syntax.single == nil { arguments = Array(arguments.dropFirst()) }
        if case .run(let command) = action {
            addVariables(of: known, to: &options)
            do {
                try Self.check(arguments, against: command)
                try Self.check(options, against: known)
            } catch { throw UsageError(error.message, command: name) }
        }
        return Line(action: action, arguments: arguments, options: options)
    }

    private static func value(
        of option: Option, written: String?, else rest: inout ArraySlice<String>, command: String?
    ) throws(UsageError) -> String {
        guard let value = option.value else {
            if written == nil { return "" }
            throw UsageError("\(option.name) takes no value.", command: command)
        }
        guard let text = written ?? rest.popFirst(), !text.isEmpty else {
            throw UsageError("\(option.name) needs a value: \(value.placeholder).", command: command)
        }
        return text
    }

    /// An empty variable counts as one that is not set.
    private func addVariables(of known: [Option], to options: inout [String: [Invocation.Given]]) {
        for option in known where options[option.name] == nil {
            guard let variable = option.variable, let text = environment[variable], !text.isEmpty else { continue }
            options[option.name] = [.init(source: variable, text: text)]
        }
    }

    private func action(
        _ command: Command?, _ arguments: [String], _ options: [String: [Invocation.Given]]
    ) throws(UsageError) -> Line.Action {
        if options["--version"] != nil { return .version }
        if let command { return options["--help"] == nil ? .run(command) : .help(command) }
        guard arguments.count <= 2 else { throw UsageError("'help' takes one command.") }
        guard arguments.count == 2, arguments[1] != "help" else { return .help(nil) }
        return .help(try find(arguments[1]))
    }

    // MARK: The command

    /// Finds the command before its options are known: the first word that is no option and no value of one.
    ///
    /// Returns `nil` if the line asks for help, or names no command.
    private func command(in words: [String]) throws(UsageError) -> Command? {
        let options = syntax.options + syntax.commands.flatMap(\.options)
        var rest = words[...]
        while var word = rest.popFirst() {
            if word == "--" {
                guard let first = rest.first else { return nil }
                word = first
            } else if Self.isOption(word) {
                if options.contains(where: { $0.name == word && $0.value != nil }) { _ = rest.popFirst() }
                continue
            }
            return word == "help" ? nil : try find(word)
        }
        return nil
    }

    private func find(_ name: String) throws(UsageError) -> Command {
        if let command = syntax.commands.first(where: { $0.name == name }) { return command }
        throw .unknown("command", name, known: syntax.commands.map(\.name) + ["help"])
    }

    // MARK: Words

    /// A lone hyphen is an argument: it stands for standard input.
    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func split(_ word: String) -> (name: String, value: String?) {
        if word == "-h" { return ("--help", nil) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    // MARK: Checks

    private static func check(_ words: [String], against command: Command) throws(UsageError) {
        var rest = words[...]
        for argument in command.arguments {
            if rest.isEmpty, !argument.isOptional {
                throw UsageError("An argument is missing: \(argument.value.placeholder).")
            }
            for word in argument.isRepeatable ? rest : rest.prefix(1) {
                if let remedy = argument.value.remedy(for: word) {
                    throw UsageError("Unknown argument '\(word.printable)'.\(remedy)")
                }
            }
            rest = argument.isRepeatable ? [] : rest.dropFirst()
        }
        if let word = rest.first { throw UsageError("Unexpected argument '\(word.printable)'.") }
    }

    private static func check(
        _ given: [String: [Invocation.Given]], against options: [Option]
    ) throws(UsageError) {
        for option in options {
            if option.isRequired, given[option.name] == nil {
                throw UsageError("\(option.name) is missing. Add \(option.name) \(option.value?.placeholder ?? "").")
            }
            for given in given[option.name] ?? [] {
                if let remedy = option.value?.remedy(for: given.text) {
                    throw UsageError("\(given.source) is '\(given.text.printable)'.\(remedy)")
                }
            }
        }
    }
}
