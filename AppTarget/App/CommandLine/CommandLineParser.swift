import CommandLineSupport

/// Takes a command line apart.
struct CommandLineParser {
    enum Result {
        case run(Command, arguments: [String], options: [String: String])
        case help(Command?)
        case version
    }

    /// - Parameter words: What follows the program's name.
    static func parse(_ words: [String]) throws(UsageError) -> Result {
        let command = try command(in: words)
        let known = Option.global + (command?.options ?? Command.all.flatMap(\.options))
        var arguments: [String] = []
        var options: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                break
            }
            guard word.hasPrefix("--"), word != "-" else {
                arguments.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = known.first(where: { $0.name == parts[0] }) else {
                throw UsageError(message: unknown("option", parts[0], known.map(\.name)), command: command?.name)
            }
            guard option.value != nil else {
                guard parts.count == 1 else {
                    throw UsageError(message: "\(option.name) takes no value.", command: command?.name)
                }
                options[option.name] = ""
                continue
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw UsageError(
                    message: "\(option.name) wants a value: \(option.value ?? "").", command: command?.name)
            }
            options[option.name] = value
        }
        return try result(arguments, options)
    }

    private static func result(_ arguments: [String], _ options: [String: String]) throws(UsageError) -> Result {
        if options["--version"] != nil { return .version }
        guard let name = arguments.first else { return .help(nil) }
        if name == "help" {
            guard arguments.count > 1 else { return .help(nil) }
            return .help(try find(arguments[1]))
        }
        let command = try find(name)
        if options["--help"] != nil { return .help(command) }
        return .run(command, arguments: Array(arguments.dropFirst()), options: options)
    }

    /// The command, found before its options are known: the first word that is neither an option nor the value of one.
    private static func command(in words: [String]) throws(UsageError) -> Command? {
        var rest = words[...]
        while let word = rest.popFirst() {
            if !word.hasPrefix("--") { return word == "help" ? nil : try find(word) }
            let options = Option.global + Command.all.flatMap(\.options)
            let takesValue = options.contains { $0.name == word && $0.value != nil }
            if takesValue { _ = rest.popFirst() }
        }
        return nil
    }

    private static func find(_ name: String) throws(UsageError) -> Command {
        if let command = Command.all.first(where: { $0.name == name }) { return command }
        throw UsageError(message: unknown("command", name, Command.all.map(\.name) + ["help"]))
    }

    private static func unknown(_ kind: String, _ word: String, _ known: [String]) -> String {
        let guess = nearest(to: word, in: known).map { " Did you mean '\($0)'?" } ?? ""
        return "'\(word)' is no \(kind).\(guess)"
    }
}
