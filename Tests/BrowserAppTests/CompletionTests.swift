#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CompletionTests {
    @Test(
        "The bash script completes commands, words, options and values",
        arguments: [
            (["browser", "ch"], "check"), (["browser", ""], "check visit subscribe restore settings datasets status"),
            (["browser", "consent", "d"], "denied"), (["browser", "visit", "--ch"], "--choose"),
            (["browser", "visit", "--choose", ""], "visit leave"),
            (["browser", "visit", "--choose", "=", "v"], "visit"),
            (["browser", "visit", "--choose", "="], "visit leave"),
            (["browser", "--data-dir", "/x", "dat"], "datasets"),
            (["browser", "--data-dir", "=", "/x", "dat"], "datasets"),
            (["browser", "--json", "datasets", ""], "update status --data-dir"),
            (["browser", "help", "exp"], "explain"),
            (["browser", "settings", "m"], "malicious-site-protection"), (["browser", "--now", "2"], ""),
            (["browser", "explain", "m_malicious-site-protection_l"], "m_malicious-site-protection_leave-site"),
            (["browser", "check", "--no-"], "--no-flush"), (["browser", "check", "--dead"], ""),
        ])
    func bash(words: [String], expected: String) async throws {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let reply = try await run(
            "bash", script: "COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _browser; echo ${COMPREPLY[*]}",
            shell: ["bash", "-u"])
        #expect(reply.status == 0)
        let completions = reply.output.trimmingCharacters(in: .newlines)
        #expect(expected.isEmpty ? completions.isEmpty : completions.hasPrefix(expected), "\(reply)")
    }

    @Test(
        "The zsh script completes commands, words, options and values",
        .enabled(if: hasZsh, "zsh is not installed"),
        arguments: [
            ("browser ch", "browser check "), ("browser consent d", "browser consent denied "),
            ("browser visit --ch", "browser visit --choose="),
            ("browser visit --choose v", "browser visit --choose visit "),
            ("browser visit --choose=v", "browser visit --choose=visit "), ("browser visit http://a.test/ ", nil),
            ("browser --data-dir /us", "browser --data-dir /usr/"),
            ("browser --data-dir=/us", "browser --data-dir=/usr/"),
            ("browser --data-dir /x dat", "browser --data-dir /x datasets "),
            ("browser --json datasets u", "browser --json datasets update "),
            ("browser help exp", "browser help explain "),
            ("browser settings m", "browser settings malicious-site-protection "), ("browser --now 2", nil),
            (
                "browser explain m_malicious-site-protection_l",
                "browser explain m_malicious-site-protection_leave-site "
            ),
            ("browser check --no-", "browser check --no-flush "), ("browser check --dead", nil),
        ])
    func zsh(line: String, expected: String?) async throws {
        // The line editor works in a terminal only. A widget prints the completed line.
        let script = """
            zmodload zsh/zpty
            zpty shell TERM=dumb zsh -f -i
            zpty -w shell 'stty -echo; autoload -U compinit && compinit -u -D; . ./completions
            complete-and-tell() { zle complete-word; print -r -- "<<$BUFFER>>" }
            zle -N complete-and-tell; bindkey "^I" complete-and-tell; print READ""Y'
            zpty -r shell output '*READY*'
            zpty -w -n shell '\(line)'$'\t'
            zpty -r shell output '*<<*>>*'
            output=${output##*<<}
            print -r -- "${output%%>>*}"
            """
        let reply = try await run("zsh", script: script, shell: ["zsh", "-f"])
        #expect(reply == .init(status: 0, output: "\(expected ?? line)\n"))
    }

    @Test("zsh loads the script from a folder of $fpath", .enabled(if: hasZsh, "zsh is not installed"))
    func autoloaded() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(await browser("completions", "zsh").output, to: "_browser")
            let script =
                "fpath=(\(folder.url.path()) $fpath); autoload -U compinit && compinit -u -D; print $_comps[browser]"
            let reply = try await Command(["zsh", "-f", "-c", script], in: folder.url).run()
            #expect(reply == .init(status: 0, output: "\(file.lastPathComponent)\n"))
        }
    }

    @Test("The bash script has no syntax error") func syntax() async throws {
        #expect(try await run("bash", script: "", shell: ["bash", "-n"]) == .init(status: 0, output: ""))
    }

    private static let hasZsh = ["/bin/zsh", "/usr/bin/zsh"].contains(where: FileManager.default.isExecutableFile)

    /// Runs a script in a folder that contains the file `completions`. Bash has sourced it.
    private func run(
        _ name: String, script: String, shell: [String]
    ) async throws -> TestSupport.Command.Outcome {
        let completions = await browser("completions", name)
        #expect(completions.code == 0)
        return try await TemporaryFolder.with { folder in
            _ = try folder.write(completions.output, to: "completions")
            let start = name == "zsh" ? "" : ". ./completions"
            let file = try folder.write("\(start)\n\(script)\n", to: "script")
            return try await Command(shell + [file.path()], in: folder.url).run()
        }
    }
}
#endif
