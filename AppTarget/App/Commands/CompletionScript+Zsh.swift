extension CompletionScript {
    static var zsh: String {
        """
        #compdef browser
        _browser() {
            local curcontext=$curcontext state line
            local -a globals=(
        \(Option.global.map { "        \(specification(of: $0))" }.joined(separator: "\n"))
            )
            local -a commands=(
        \(commands.joined(separator: "\n"))
            )
            _arguments -C $globals '1:command:->command' '*::argument:->argument' && return
            case $state in
                command) _describe command commands ;;
                argument)
                    case $words[1] in
        \(cases.joined(separator: "\n"))
                    esac ;;
            esac
        }
        # Evaluated, or found in a folder of $fpath at the first completion.
        if [ "$funcstack[1]" = _browser ]; then _browser "$@"; else compdef _browser browser; fi

        """
    }

    private static var commands: [String] {
        (Command.all.map { "\($0.name):\($0.summary)" } + ["help:Print help."]).map { "        \(quoted($0))" }
    }

    private static var cases: [String] {
        let commands = Command.all.map { command in
            (command.name, command.options.map(specification) + [argument(of: command.arguments)])
        }
        let help = ("help", ["'1:command:(\(Command.all.map(\.name).joined(separator: " ")))'"])
        return (commands + [help]).map { name, specifications in
            let all = specifications.filter { !$0.isEmpty }.map { " \($0)" }.joined()
            return "                \(name)) _arguments $globals\(all) ;;"
        }
    }

    /// What follows the command: words to choose from, or something that only the person knows.
    private static func argument(of syntax: String) -> String {
        if syntax.isEmpty { return "" }
        let words = words(of: syntax)
        // Unguarded, a word that may be anything keeps options from being completed.
        return quoted("*:\(escaped(syntax)):" + (words.isEmpty ? #"_guard "(|[^-]*)" address"# : "(\(words))"))
    }

    /// An option for `_arguments`; an equals sign lets its value follow one or a space.
    private static func specification(of option: Option) -> String {
        guard let value = option.value else { return quoted("\(option.name)[\(escaped(option.summary))]") }
        let words = words(of: value)
        let action =
            switch value {
            case "DIR": "_files -/"
            case "FILE": "_files"
            default: words.isEmpty ? "" : "(\(words))"
            }
        return quoted("\(option.name)=[\(escaped(option.summary))]:\(escaped(value)):\(action)")
    }

    /// Brackets and colons end the parts of a specification.
    private static func escaped(_ text: String) -> String { text.replacing(/[\[\]:\\]/) { "\\\($0.output)" } }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}
