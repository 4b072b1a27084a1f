import Testing

@testable import CommandLineKit

@Suite struct ParserTests {
    @Test(
        "A wrong command line is explained on standard error and exits with 64",
        arguments: [
            (["strat"], "Unknown command 'strat'. Did you mean 'start'? Run 'demo help' for usage."),
            (["hlep"], "Unknown command 'hlep'. Did you mean 'help'? Run 'demo help' for usage."),
            (["xylophone"], "Unknown command 'xylophone'. Run 'demo help' for usage."),
            (["help", "stopp"], "Unknown command 'stopp'. Did you mean 'stop'? Run 'demo help' for usage."),
            (["help", "start", "stop"], "'help' takes one command. Run 'demo help' for usage."),
            (
                ["--jsno", "start", "x"],
                "Unknown option '--jsno'. Did you mean '--json'? Run 'demo help start' for usage."
            ),
            (["start", "-x"], "Unknown option '-x'. Run 'demo help start' for usage."),
            (["--mode", "fast", "stop"], "Unknown option '--mode'. Run 'demo help stop' for usage."),
            (["\u{1B}[2J"], "Unknown command '\u{FFFD}[2J'. Run 'demo help' for usage."),
            (["start", "--json=1", "x"], "--json takes no value. Run 'demo help start' for usage."),
            (["start", "--dir"], "--dir needs a value: DIR. Run 'demo help start' for usage."),
            (["--dir=", "start"], "--dir needs a value: DIR. Run 'demo help start' for usage."),
            (["start"], "An argument is missing: TARGET. Run 'demo help start' for usage."),
            (["stop", "now"], "Unexpected argument 'now'. Run 'demo help stop' for usage."),
            (["start", "--mode", "fats", "x"], "--mode is 'fats'. Use fast or slow. Did you mean 'fast'?"),
            (["set", "colour", "rde"], "Unknown argument 'rde'. Use red or green. Did you mean 'red'?"),
            (["set", "size"], "Unknown argument 'size'. Use colour."),
            (["pick", "word-3!"], "Unknown argument 'word-3!'. Did you mean 'word-3'?"),
            (["add"], "--name is missing. Add --name NAME. Run 'demo help add' for usage."),
            (["add", "--name", "x", "--size", "big"], "--size is 'big'. Use a number. Run 'demo help add' for usage."),
        ])
    func wrongUsage(words: [String], message: String) async {
        let outcome = await demo(words)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("demo: \(message)"), "\(outcome)")
    }

    @Test(
        "Options are accepted anywhere, in both spellings, and the last value counts",
        arguments: [
            ["--dir", "/d", "--json", "start", "x", "--mode", "fast"],
            ["start", "--mode=fast", "x", "--json", "--dir=/d"],
            ["--mode", "fast", "--dir", "/d", "start", "--json", "--", "x"],
            ["--dir=/x", "start", "--json", "--dir=/d", "x", "--mode=fast"],
            ["--dir=/d", "--json", "--mode=fast", "--", "start", "x"],
        ])
    func placement(words: [String]) async {
        #expect(await demo(words) == .init(code: 0, output: "start x dir=/d mode=fast json=true\n"))
    }

    @Test(
        "A word after a double hyphen, and a single hyphen, are arguments",
        arguments: [
            (["start", "--", "--json", "-x"], "--json -x"), (["start", "-", "a=b"], "- a=b"),
            (["start", "--dir", "-", "--", "--"], "--"),
        ])
    func arguments(words: [String], arguments: String) async {
        #expect(await demo(words).output.hasPrefix("start \(arguments) "))
    }

    @Test("An optional argument may be left out, and a repeatable option keeps every value in order")
    func optional() async {
        #expect(await demo(["set"]).output == "set []\n")
        #expect(await demo(["set", "colour", "red"]).output == "set [colour red]\n")
        #expect(await demo(["add", "--name", "b", "--name=a", "--size", "2"]).output == "add b,a size=2\n")
    }

    @Test("An environment variable replaces a missing option, an empty one does not, and messages name it")
    func variables() async {
        let start = ["start", "x"]
        #expect(await demo(start, ["DEMO_DIR": "/v"]).output == "start x dir=/v mode=- json=false\n")
        #expect(await demo(start + ["--dir", "/d"], ["DEMO_DIR": "/v"]).output.contains("dir=/d"))
        #expect(await demo(start, ["DEMO_DIR": ""]).output.contains("dir=-"))
        let wrong = await demo(start, ["DEMO_MODE": "loud"])
        #expect(wrong.errors == "demo: DEMO_MODE is 'loud'. Use fast or slow. Run 'demo help start' for usage.\n")
    }

    @Test("A program without commands takes options and arguments only, and refers to --help")
    func single() async {
        #expect(await run(Demo.single, ["a"]) == .init(code: 0, output: "single a\n"))
        #expect(
            await run(Demo.single, ["--lod"])
                == .init(
                    code: 64,
                    errors: "one: Unknown option '--lod'. Did you mean '--loud'? Run 'one --help' for usage.\n"))
        let help = await run(Demo.single, ["-h"])
        #expect(help.output.hasPrefix("Usage: one [OPTIONS] [WORD]\n\nDoes one thing.\n\nOptions:\n  --loud "))
    }

    @Test("A command that fails prints its error and exits with 1")
    func failure() async {
        #expect(await demo(["stop"]) == .init(code: 1, errors: "demo: broken\n"))
    }
}

@Suite struct HelpTests {
    @Test(
        "The overview names every command, option and variable",
        arguments: [[], ["help"], ["-h"], ["help", "help"], ["--help"]])
    func overview(words: [String]) async {
        let outcome = await demo(words)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let names = Demo.syntax.commands.map(\.name) + Demo.syntax.options.map(\.name) + ["DEMO_DIR", "Notes."]
        #expect(names.filter { !outcome.output.contains($0) } == [])
    }

    @Test("The help of a command is the same for every spelling")
    func command() async {
        let help = await demo(["help", "start"])
        #expect(
            help.output == """
                Usage: demo start [OPTIONS] TARGET…

                Start targets. Starts them in order.

                Options:
                  --mode fast|slow            How to start. Also as DEMO_MODE.

                Run 'demo help' for the options of every command.

                """)
        for words in [["start", "--help"], ["start", "-h"], ["--help", "start"]] {
            #expect(await demo(words) == help)
        }
    }

    @Test("No line is wider than 100 columns")
    func width() {
        for command in [nil] + Demo.syntax.commands.map(Optional.some) {
            let lines = Help(Demo.syntax).text(for: command).split(separator: "\n")
            #expect(lines.filter { $0.count > 100 } == [])
        }
    }

    @Test("The version and the help are objects with --json")
    func json() async {
        #expect(await demo(["--version"]).output == "demo \(ProgramVersion.current)\n")
        #expect(await demo(["start", "--version", "--json"]).output == "{\"version\":\"\(ProgramVersion.current)\"}\n")
        #expect(await demo(["help", "stop", "--json"]).output.hasPrefix("{\"help\":\"Usage: demo stop"))
    }
}

@Suite struct CompletionWordTests {
    @Test("A word that a shell would evaluate is not offered", arguments: CompletionScript.Shell.allCases)
    func hostileWords(shell: CompletionScript.Shell) {
        let hostile = ["$(touch x)", "`touch x`", "a b", "\"", "'", "a;b", "a\nb", "{a,b}", "*", "~", "$HOME", "é"]
        let syntax = Syntax(
            "demo", summary: "",
            commands: [
                Command("pick", Argument(.name("WORD", of: hostile + ["safe-1.2"])), summary: "") { _ in .success }
            ])
        let script = CompletionScript(syntax).text(for: shell)
        #expect(script.contains("safe-1.2"))
        #expect(hostile.filter { $0.count > 1 && script.contains($0) } == [])
    }
}
