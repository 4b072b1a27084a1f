import Foundation
import Testing

@testable import BrowserApp

@Suite struct CommandLineParserTests {
    @Test(
        "Wrong usage is explained on standard error and ends with 64",
        arguments: [
            (["chek"], "'chek' is no command. Did you mean 'check'? 'browser help' tells more."),
            (["hlep"], "'hlep' is no command. Did you mean 'help'? 'browser help' tells more."),
            (["xylophone"], "'xylophone' is no command. 'browser help' tells more."),
            (["help", "vist"], "'vist' is no command. Did you mean 'visit'? 'browser help' tells more."),
            (["help", "check", "visit"], "'help' takes one command. 'browser help' tells more."),
            (
                ["--jsno", "check", "x"],
                "'--jsno' is no option. Did you mean '--json'? 'browser help check' tells more."
            ),
            (["check", "-x"], "'-x' is no option. 'browser help check' tells more."),
            (["--choose", "leave", "check", "x"], "'--choose' is no option. 'browser help check' tells more."),
            (["\u{1B}[2J"], "'\u{FFFD}[2J' is no command."), (["check", "--json=1", "x"], "--json takes no value."),
            (["check", "--data-dir"], "--data-dir wants a value: DIR."),
            (["--data-dir=", "check"], "--data-dir wants a value: DIR."),
            (["check"], "Name an address, or '-' for standard input. 'browser help check' tells more."),
            (["visit"], "Name one address."), (["visit", "http://a.test", "http://b.test"], "Name one address."),
            (["visit", "example.com"], "'example.com' cannot be opened; use an address that begins with http:// or"),
            (["visit", "http://"], "'http://' cannot be opened;"),
            (["visit", "http://a.test", "--choose", "stay"], "--choose is 'stay'; use leave or visit."),
            (["settings", "dark-mode", "on"], "'dark-mode on' is no setting; use malicious-site-protection on|off."),
            (["settings", "malicious-site-protection", "yes"], "'yes' is neither on nor off."),
            (["datasets"], "Say 'datasets update' or 'datasets status'."), (["status", "now"], "'status' takes no"),
            (["explain"], "Name one pixel, without suffixes."),
            (
                ["explain", "m_malicious-site-protection_client-timeuot"],
                "is no pixel of this app. Did you mean 'm_malicious-site-protection_client-timeout'?"
            ),
            (["flush", "now"], "'flush' takes no arguments."),
            (["flush", "--deadline", "-1"], "--deadline is '-1'; use seconds from 0 to 86400."),
            (["flush", "--deadline=nan"], "--deadline is 'nan'; use seconds from 0 to 86400."),
            (["visit", "http://a.test", "--choose", "vist"], "use leave or visit. Did you mean 'visit'?"),
            (["settings", "malicious-site-protecton", "on"], "on|off. Did you mean 'malicious-site-protection'?"),
            (["datasets", "updat"], "Did you mean 'update'?"), (["consent", "grant"], "Did you mean 'granted'?"),
            (["consent"], "Say granted, pending, denied or status."),
            (["consent", "maybe"], "'maybe' is no consent; use granted, pending, denied or status."),
            (["completions", "fish"], "Say bash or zsh."),
            (["status", "--pixel-url", "x"], "--pixel-url is 'x'; use an address such as http://127.0.0.1:8787."),
            (["status", "--services-url", "ftp://a.test"], "--services-url is 'ftp://a.test'; use an address"),
            (["status", "--now", "noon"], "--now is 'noon'; use a date such as 2026-01-31 or 2026-01-31T12:00:00Z."),
        ])
    func wrongUsage(words: [String], message: String) async {
        let outcome = await Terminal().run(words)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("browser: ") && outcome.errors.contains(message), "\(outcome)")
    }

    @Test(
        "Options stand anywhere, in both spellings",
        arguments: [
            ["--data-dir", "/d", "--json", "visit", "u", "--choose", "leave"],
            ["visit", "--choose=leave", "u", "--json", "--data-dir=/d"],
            ["--choose", "leave", "--data-dir", "/d", "visit", "--json", "--", "u"],
            ["--data-dir=/x", "visit", "--json", "--data-dir=/d", "u", "--choose=leave"],
            ["--data-dir=/d", "--json", "--choose=leave", "--", "visit", "u"],
        ])
    func placement(words: [String]) throws {
        let line = try CommandLineParser.parse(words)
        guard case .run(let command) = line.action else {
            Issue.record("no command")
            return
        }
        #expect(command.name == "visit")
        #expect(line.arguments == ["u"])
        #expect(line.options == ["--data-dir": "/d", "--json": "", "--choose": "leave"])
    }

    @Test(
        "After a double hyphen, and for a single one, nothing is an option",
        arguments: [
            (["check", "--", "--json", "-x"], ["--json", "-x"]), (["check", "-", "a=b"], ["-", "a=b"]),
            (["check", "--now", "-", "--", "--"], ["--"]),
        ])
    func arguments(words: [String], arguments: [String]) throws {
        #expect(try CommandLineParser.parse(words).arguments == arguments)
    }

    @Test("An environment variable stands in for an option, is named when it is wrong, and yields to the option")
    func environment() async throws {
        let wrong = await browser("status", environment: ["PIXEL_BASE_URL": "nowhere"])
        #expect(wrong.code == 64)
        #expect(wrong.errors.hasPrefix("browser: PIXEL_BASE_URL is 'nowhere'; use an address such as"))
        let invocation = Invocation(
            command: .status, arguments: [], options: ["--pixel-url": "http://a.test"],
            environment: [
                "PIXEL_BASE_URL": "http://b.test", "SERVICES_BASE_URL": "http://c.test", "BROWSER_DATA_DIR": "",
            ],
            console: Terminal().console(), interruption: { nil })
        let configuration = try invocation.configuration()
        let expected = try AppConfiguration(
            dataFolder: AppConfiguration.defaultDataFolder, pixelURL: #require(URL(string: "http://a.test")),
            servicesURL: #require(URL(string: "http://c.test")))
        #expect(configuration == expected)
    }

    @Test(
        "Dates may have a time, fractions and an offset",
        arguments: [
            ("2026-01-31", 1_769_817_600.0), ("2026-01-31T12:00:00Z", 1_769_860_800),
            ("2026-01-31T12:00:00.500Z", 1_769_860_800.5), ("2026-01-31T12:00:00+02:00", 1_769_853_600),
        ])
    func dates(text: String, seconds: Double) throws {
        let invocation = Invocation(
            command: .status, arguments: [], options: ["--now": text], environment: [:],
            console: Terminal().console(), interruption: { nil })
        #expect(try invocation.configuration().startDate == Date(timeIntervalSince1970: seconds))
    }
}
