import CommandLineKit
import Foundation
import Testing

@testable import BrowserApp

@Suite struct HelpTests {
    @Test(
        "The overview names every command, option and variable", arguments: [[], ["help"], ["-h"], ["help", "help"]])
    func overview(words: [String]) async {
        let outcome = await Terminal().run(words)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let names = Command.all.map(\.name) + Option.global.map(\.name) + Option.global.compactMap(\.variable)
        #expect(names.filter { !outcome.output.contains($0) } == [])
    }

    @Test("A command's help tells its usage and its options, the same way for every spelling")
    func command() async {
        for command in Command.all {
            let help = await browser("help", command.name)
            #expect(help == Terminal.Outcome(code: 0, output: help.output))
            #expect(help.output.hasPrefix("Usage: browser \(command.name)"))
            #expect(command.options.filter { !help.output.contains($0.name) }.map(\.name) == [])
            #expect(await browser(command.name, "--help") == help)
            #expect(await browser("-h", command.name, "--json=") != help)
        }
    }

    @Test("No line is wider than 100 columns")
    func width() async {
        for text in [HelpText.overview] + Command.all.map(HelpText.text) {
            #expect(text.split(separator: "\n").filter { $0.count > 100 } == [])
        }
    }

    @Test("The version is printed wherever the option stands")
    func version() async {
        let expected = Terminal.Outcome(code: 0, output: "browser \(ProgramVersion.current)\n")
        #expect(await browser("--version") == expected)
        #expect(await browser("check", "--version") == expected)
    }

    @Test("With --json, help and version are objects too")
    func json() async throws {
        #expect(await browser("--version", "--json").output == "{\"version\":\"\(ProgramVersion.current)\"}\n")
        let help = await browser("help", "run", "--json").output
        let object = try JSONDecoder().decode([String: String].self, from: Data(help.utf8))
        #expect(object == ["help": HelpText.text(for: .run)])
    }
}
