#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite struct CompletionTests {
    @Test(
        "bash completes commands, words, options and values",
        arguments: [
            (["browser", "ch"], "check"), (["browser", ""], "check visit subscribe restore settings datasets status"),
            (["browser", "consent", "d"], "denied"), (["browser", "visit", "--ch"], "--choose"),
            (["browser", "visit", "--choose", ""], "leave visit"),
            (["browser", "visit", "--choose", "=", "v"], "visit"),
            (["browser", "visit", "--choose", "="], "leave visit"),
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

    @Test("The scripts are valid in their shells", arguments: ["bash", "zsh"])
    func syntax(shell: String) async throws {
        let isInstalled = try await Command(["which", shell], in: Repository.root).run().status == 0
        guard isInstalled else { return }  // Not every machine has zsh.
        #expect(try await run(shell, script: "", shell: [shell, "-n"]).output.isEmpty)
        let setUp = shell == "zsh" ? "autoload -U compinit && compinit -u -D\n" : ""
        #expect(try await run(shell, before: setUp, script: "", shell: [shell]) == .init(status: 0, output: ""))
    }

    /// Runs the completion script of a shell in a shell, between two other scripts.
    private func run(
        _ name: String, before: String = "", script: String, shell: [String]
    ) async throws -> TestSupport.Command.Outcome {
        let completions = await browser("completions", name)
        #expect(completions.code == 0)
        return try await TemporaryFolder.with { folder in
            let file = try folder.write("\(before)\n\(completions.output)\n\(script)\n", to: "script")
            return try await Command(shell + [file.path()], in: folder.url).run()
        }
    }
}
#endif
