import CommandLineKit

extension Command {
    static let completions = Command(
        "completions", "bash|zsh", summary: "Print a completion script for a shell.",
        details: """
            bash: eval "$(browser completions bash)". zsh: eval "$(browser completions zsh)", after compinit; or keep it as \
            '_browser' in a folder of $fpath.
            """
    ) { invocation in
        let script: String
        switch invocation.arguments {
        case ["bash"]: script = CompletionScript.bash
        case ["zsh"]: script = CompletionScript.zsh
        default: throw invocation.usage("Say bash or zsh.")
        }
        if invocation.isJSON {
            invocation.console.print(["script": script] as JSONLine)
        } else {
            invocation.console.write(script)
        }
        return .success
    }
}
