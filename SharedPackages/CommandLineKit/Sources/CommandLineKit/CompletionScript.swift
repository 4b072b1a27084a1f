/// Completion scripts of a program, composed from its commands and options.
package struct CompletionScript: Sendable {
    /// A shell that completes command lines.
    package enum Shell: String, CaseIterable, Sendable {
        case bash, zsh
    }

    private let syntax: Syntax

    package init(_ syntax: Syntax) { self.syntax = syntax }

    /// The script for a shell, to be evaluated in its start file.
    package func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        }
    }

    private var options: [Option] { syntax.options + syntax.commands.flatMap(\.options) }

    /// The names of the commands, with the words and options that may follow each.
    private var commands: [(name: String, arguments: [Argument], options: [Option])] {
        syntax.commands.map { ($0.name, $0.arguments, $0.options) }
            + [("help", [Argument(.word(syntax.commands.map(\.name)))], [])]
    }

    /// Returns the words that are safe to offer.
    ///
    /// Both shells evaluate the words of a list. A word with other characters could therefore run code.
    private static func words(_ words: [String]) -> String {
        words.filter { $0.wholeMatch(of: /[\w.,:+@%\/-]+/.asciiOnlyWordCharacters()) != nil }.joined(separator: " ")
    }

    // MARK: bash

    private var bash: String {
        let name = syntax.name
        let valued = options.filter { $0.value != nil }.map(\.name).joined(separator: "|")
        return """
            _\(name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" words="" i
                # bash splits --option=value at the equals sign.
                if [ "$current" = "=" ]; then current=""
                elif [ "$previous" = "=" ]; then previous=${COMP_WORDS[COMP_CWORD-2]}
                fi
                COMPREPLY=()
                case $previous in
            \(options.filter { $0.value != nil }.map(Self.bashCase).joined(separator: "\n"))
                esac
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in
                        \(valued)) if [ "${COMP_WORDS[i+1]}" = "=" ]; then ((i += 2)); else ((i += 1)); fi ;;
                        -*) ;;
                        *) command=${COMP_WORDS[i]}; break ;;
                    esac
                done
                case $command in
            \(commands.map(bashCase).joined(separator: "\n"))
                    "") words="\(Self.words(commands.map(\.name) + syntax.options.map(\.name)))" ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -F _\(name) \(name)

            """
    }

    /// The completion of an option's value.
    private static func bashCase(_ option: Option) -> String {
        let action =
            switch option.value {
            case .folder: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); "#
            case .file: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); "#
            case .word(let list), .name(_, let list):
                #"COMPREPLY=($(compgen -W "\#(words(list))" -- "$current")); "#
            case .text, nil: ""
            }
        return "        \(option.name)) \(action)return ;;"
    }

    private func bashCase(_ name: String, _ arguments: [Argument], _ options: [Option]) -> String {
        let words = arguments.flatMap(\.value.words) + (syntax.options + options).map(\.name)
        return "        \(name)) words=\"\(Self.words(words))\" ;;"
    }

    // MARK: zsh

    private var zsh: String {
        let name = syntax.name
        let names = syntax.commands.map { "\($0.name):\($0.summary)" } + ["help:Print help."]
        return """
            #compdef \(name)
            _\(name)() {
                local curcontext=$curcontext state line
                local -a globals=(
            \(syntax.options.map { "        \(Self.zshSpecification(of: $0))" }.joined(separator: "\n"))
                )
                local -a commands=(
            \(names.map { "        \(Self.quoted($0))" }.joined(separator: "\n"))
                )
                _arguments -C $globals '1:command:->command' '*::argument:->argument' && return
                case $state in
                    command) _describe command commands ;;
                    argument)
                        case $words[1] in
            \(commands.map(Self.zshCase).joined(separator: "\n"))
                        esac ;;
                esac
            }
            # Evaluated, or found in a folder of $fpath at the first completion.
            if [ "$funcstack[1]" = _\(name) ]; then _\(name) "$@"; else compdef _\(name) \(name); fi

            """
    }

    private static func zshCase(_ name: String, _ arguments: [Argument], _ options: [Option]) -> String {
        let specifications =
            options.map(zshSpecification) + (arguments.isEmpty ? [] : [zshSpecification(of: arguments)])
        return "                \(name)) _arguments $globals\(specifications.map { " \($0)" }.joined()) ;;"
    }

    private static func zshSpecification(of arguments: [Argument]) -> String {
        let syntax = escaped(arguments.map(\.syntax).joined(separator: " "))
        let words = words(arguments.flatMap(\.value.words))
        switch arguments[0].value {
        case .file where words.isEmpty: return quoted("*:\(syntax):_files")
        case .folder where words.isEmpty: return quoted("*:\(syntax):_files -/")
        // Without the guard, a word that may be anything keeps options from being completed.
        default: return quoted("*:\(syntax):" + (words.isEmpty ? #"_guard "(|[^-]*)" argument"# : "(\(words))"))
        }
    }

    /// An option for `_arguments`. After an equals sign its value may follow that sign or a blank.
    private static func zshSpecification(of option: Option) -> String {
        guard let value = option.value else { return quoted("\(option.name)[\(escaped(option.summary))]") }
        let action =
            switch value {
            case .folder: "_files -/"
            case .file: "_files"
            case .text: ""
            case .word(let list), .name(_, let list): "(\(words(list)))"
            }
        return quoted("\(option.name)=[\(escaped(option.summary))]:\(escaped(value.placeholder)):\(action)")
    }

    /// Escapes the characters that end the parts of a specification.
    private static func escaped(_ text: String) -> String { text.replacing(/[\[\]:\\]/) { "\\\($0.output)" } }

    /// Quotes a text for a shell.
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}
