import CommandLineSupport

extension Command {
    static let completions = Command(
        "completions", "bash|zsh", summary: "Print a completion script for a shell.",
        details: """
            bash: eval "$(browser completions bash)". zsh: eval "$(browser completions zsh)", after compinit.
            """
    ) { invocation in
        switch invocation.arguments {
        case ["bash"]: invocation.console.write(CompletionScript.bash)
        case ["zsh"]: invocation.console.write("autoload -U +X bashcompinit && bashcompinit\n" + CompletionScript.bash)
        default: throw invocation.usage("Say bash or zsh.")
        }
        return .success
    }
}

/// The completion script, made from the commands themselves.
enum CompletionScript {
    /// The words that a command's own argument may be.
    private static let words: [String: String] = [
        "settings": "malicious-site-protection on off", "datasets": "update status",
        "consent": "granted pending denied status", "completions": "bash zsh",
        "help": "\(Command.all.map(\.name).joined(separator: " "))",
    ]

    static var bash: String {
        let globals = Option.global.map(\.name).joined(separator: " ")
        let cases = (Command.all.map { ($0.name, $0.options) } + [("help", [])]).map { name, options in
            let own = options.map { " \($0.name)" }.joined()
            return "        \(name)) words=\"\(words[name] ?? "") \(globals)\(own)\" ;;"
        }
        return """
            _browser() {
                local current=${COMP_WORDS[COMP_CWORD]} command="" word words
                case ${COMP_WORDS[COMP_CWORD-1]} in
                    --data-dir) COMPREPLY=($(compgen -d -- "$current")); return ;;
                    --choose) COMPREPLY=($(compgen -W "leave visit" -- "$current")); return ;;
                esac
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case $word in -*) ;; *) command=$word; break ;; esac
                done
                case $command in
            \(cases.joined(separator: "\n"))
                    *) words="\(words["help"] ?? "") help \(globals)" ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o default -F _browser browser

            """
    }
}
