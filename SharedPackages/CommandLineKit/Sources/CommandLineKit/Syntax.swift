/// The commands and the options of a program, and the words of its help.
package struct Syntax: Sendable {
    package let name: String
    package let summary: String
    package let commands: [Command]
    /// The options of every command.
    package let options: [Option]
    /// A last paragraph of the help, such as the exit codes.
    package let notes: String
    /// The only command of a program that has no names for commands.
    let single: Command?

    /// Describes a program whose first word names a command.
    package init(_ name: String, summary: String, commands: [Command], options: [Option] = [], notes: String = "") {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.options = options + Option.standard
        self.notes = notes
        single = nil
    }

    /// Describes a program that does one thing. The command's name is the program's.
    package init(_ command: Command, notes: String = "") {
        name = command.name
        summary = command.summary
        commands = []
        options = Option.standard
        self.notes = notes
        single = command
    }
}

/// A command: its syntax and its help as data, its work as a function.
package struct Command: Sendable {
    package typealias Work = @Sendable (Invocation) async throws -> ExitCode

    package let name: String
    package let arguments: [Argument]
    /// One sentence for the list of commands.
    package let summary: String
    /// A paragraph for the command's own help.
    package let details: String
    /// The options of this command, beside those of the program.
    package let options: [Option]
    package let run: Work

    package init(
        _ name: String, _ arguments: Argument..., summary: String, details: String = "", options: [Option] = [],
        run: @escaping Work
    ) {
        self.name = name
        self.arguments = arguments
        self.summary = summary
        self.details = details
        self.options = options
        self.run = run
    }
}

/// The text that stands for an option's value or for an argument.
package enum Value: Sendable {
    /// Any text, with the placeholder that the help shows.
    case text(String)
    case file(String)
    case folder(String)
    /// One of a few words, which the help shows.
    case word([String])
    /// One of many words, for which the help shows a placeholder.
    case name(String, of: [String])

    /// The raw values of an enum.
    package static func word<Choice: CaseIterable & RawRepresentable<String>>(of _: Choice.Type) -> Value {
        .word(Choice.allCases.map(\.rawValue))
    }

    package var placeholder: String {
        switch self {
        case .text(let name), .file(let name), .folder(let name), .name(let name, _): name
        case .word(let words): words.joined(separator: "|")
        }
    }

    /// The words that are allowed. Empty if any text is.
    package var words: [String] {
        switch self {
        case .text, .file, .folder: []
        case .word(let words), .name(_, let words): words
        }
    }

    /// The sentences that follow the complaint about a text. `nil` if the text is allowed.
    func remedy(for text: String) -> String? {
        if words.isEmpty || words.contains(text) { return nil }
        let list = words.count > 6 ? "" : " Use \(words.alternatives)."
        return list + suggestion(for: text, in: words)
    }
}

/// An option, with or without a value.
package struct Option: Sendable {
    /// The name with its dashes.
    package let name: String
    /// `nil` for an option without a value.
    package let value: Value?
    /// The environment variable that is read if the option is not given.
    package let variable: String?
    /// Whether the command cannot run without it.
    package let isRequired: Bool
    /// Whether every value counts. Otherwise the last one does.
    package let isRepeatable: Bool
    package let summary: String

    package init(
        _ name: String, _ value: Value? = nil, variable: String? = nil, isRequired: Bool = false,
        isRepeatable: Bool = false, help summary: String
    ) {
        self.name = name
        self.value = value
        self.variable = variable
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.summary = summary
    }

    /// The options that every program has.
    static let standard = [
        Option("--help", help: "Print help. Also -h."), Option("--version", help: "Print the version."),
    ]
}

/// A positional argument of a command.
package struct Argument: Sendable {
    package let value: Value
    package let isOptional: Bool
    /// Whether it takes every word that follows. Only the last argument of a command may.
    package let isRepeatable: Bool

    package init(_ value: Value, isOptional: Bool = false, isRepeatable: Bool = false) {
        self.value = value
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
    }

    /// The argument as the usage line shows it.
    package var syntax: String {
        let text = value.placeholder + (isRepeatable ? "…" : "")
        return isOptional ? "[\(text)]" : text
    }
}
