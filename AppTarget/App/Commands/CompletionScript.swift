import PixelKit

/// The completion scripts, made from the commands themselves.
enum CompletionScript {
    static var bash: String {
        """
        _browser() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" words="" i
            # bash splits --option=value at the equals sign.
            if [ "$current" = "=" ]; then current=""
            elif [ "$previous" = "=" ]; then previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            COMPREPLY=()
            case $previous in
                --data-dir) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return ;;
                --inspect) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
        \(rows(choices))
                \(valued.joined(separator: "|"))) return ;;
            esac
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                    \(valued.joined(separator: "|"))) if [ "${COMP_WORDS[i+1]}" = "=" ]; then ((i += 2)); else ((i += 1)); fi ;;
                    -*) ;;
                    *) command=${COMP_WORDS[i]}; break ;;
                esac
            done
            case $command in
        \(cases.joined(separator: "\n"))
                "") words="\(names) help \(globals)" ;;
            esac
            COMPREPLY=($(compgen -W "$words" -- "$current"))
        }
        complete -F _browser browser

        """
    }

    private static let names = Command.all.map(\.name).joined(separator: " ")
    private static let globals = Option.global.map(\.name).joined(separator: " ")
    private static let options = Option.global + Command.all.flatMap(\.options)
    private static let valued = options.filter { $0.value != nil }.map(\.name)

    private static var cases: [String] {
        let commands = Command.all.map { ($0.name, words(of: $0.arguments), $0.options.map(\.name)) }
        return (commands + [("help", names, [])]).map { name, words, options in
            let all = [words, globals, options.joined(separator: " ")].filter { !$0.isEmpty }
            return "        \(name)) words=\"\(all.joined(separator: " "))\" ;;"
        }
    }

    /// The options whose value is one of some words.
    private static var choices: [(String, String)] {
        options.compactMap { option in
            let words = words(of: option.value ?? "")
            return words.isEmpty ? nil : (option.name, words)
        }
    }

    private static func rows(_ choices: [(name: String, words: String)]) -> String {
        choices.map { #"        \#($0.name)) COMPREPLY=($(compgen -W "\#($0.words)" -- "$current")); return ;;"# }
            .joined(separator: "\n")
    }

    /// The words in a syntax such as `[name on|off]`; what is in capitals stands for something else.
    static func words(of syntax: String) -> String {
        if syntax == "PIXEL" { return AppPixels.samples.map(\.pixel.name).joined(separator: " ") }
        return syntax.split { "[]| ".contains($0) }.filter { $0.first?.isLowercase == true }.joined(separator: " ")
    }
}
