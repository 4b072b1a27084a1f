import CommandLineKit
import Foundation
import Testing

@testable import BrowserApp

@Suite struct UsageTests {
    @Test(
        "A wrong command line is explained on standard error and exits with 64",
        arguments: [
            (["check"], "An argument is missing: URL. Run 'browser help check' for usage."),
            (["visit"], "An argument is missing: URL."),
            (["visit", "http://a.test", "http://b.test"], "Unexpected argument 'http://b.test'."),
            (["visit", "example.com"], "URL is 'example.com'. Use an address that begins with http:// or https://."),
            (["visit", "http://"], "URL is 'http://'."),
            (["visit", "http://a.test", "--frame", "x"], "--frame is 'x'. Use an http or https address."),
            (["visit", "http://a.test", "--message", "[]"], "--message is '[]'. Use a JSON object of strings."),
            (
                ["visit", "http://a.test", "--choose", "vist"],
                "--choose is 'vist'. Use visit or leave. Did you mean 'visit'?"
            ),
            (["settings", "dark-mode", "on"], "Unknown argument 'dark-mode'. Use malicious-site-protection."),
            (["settings", "malicious-site-protecton", "on"], "Did you mean 'malicious-site-protection'?"),
            (["settings", "malicious-site-protection", "yes"], "Unknown argument 'yes'. Use on or off."),
            (["datasets"], "An argument is missing: update|status."),
            (["datasets", "updat"], "Did you mean 'update'?"),
            (["status", "now"], "Unexpected argument 'now'."), (["explain"], "An argument is missing: PIXEL."),
            (
                ["explain", "m_malicious-site-protection_client-timeuot"],
                "Did you mean 'm_malicious-site-protection_client-timeout'?"
            ),
            (["flush", "now"], "Unexpected argument 'now'."),
            (["flush", "--deadline", "-1"], "--deadline is '-1'. Use a number of seconds from 0 to 86400."),
            (["flush", "--deadline=nan"], "--deadline is 'nan'. Use a number of seconds from 0 to 86400."),
            (["consent", "grant"], "Unknown argument 'grant'. Use granted, pending, denied or status. Did you mean"),
            (["consent"], "An argument is missing: granted|pending|denied|status."),
            (["completions", "fish"], "Unknown argument 'fish'. Use bash or zsh."),
            (["subscribe"], "--plan is missing. Add --plan monthly|yearly."),
            (["subscribe", "--plan", "daily"], "--plan is 'daily'. Use monthly or yearly."),
            (
                ["subscribe", "--plan", "monthly", "--platform", "paypal"],
                "--platform is 'paypal'. Use stripe or app-store."
            ),
            (
                ["subscribe", "--plan", "monthly", "--script", "fail"],
                "--script is 'fail'. Use success, cancelled, fail:STEP"
            ),
            (["status", "--pixel-url", "x"], "--pixel-url is 'x'. Use an address such as http://127.0.0.1:8787."),
            (["status", "--services-url", "ftp://a.test"], "--services-url is 'ftp://a.test'. Use an address"),
            (["status", "--now", "noon"], "--now is 'noon'. Use a date such as 2026-01-31 or 2026-01-31T12:00:00Z."),
        ])
    func wrongUsage(words: [String], message: String) async {
        let outcome = await Terminal().run(words)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("browser: ") && outcome.errors.contains(message), "\(outcome)")
    }

    @Test("The configuration prefers an option to its environment variable, and that to the default")
    func environment() throws {
        let configuration = try configuration(
            ["status", "--pixel-url", "http://a.test"],
            [
                "PIXEL_BASE_URL": "http://b.test", "SERVICES_BASE_URL": "http://c.test", "BROWSER_DATA_DIR": "",
            ])
        let expected = try AppConfiguration(
            dataFolder: AppConfiguration.defaultDataFolder, pixelURL: #require(URL(string: "http://a.test")),
            servicesURL: #require(URL(string: "http://c.test")))
        #expect(configuration == expected)
    }

    @Test(
        "A date may have a time, fractions and an offset",
        arguments: [
            ("2026-01-31", 1_769_817_600.0), ("2026-01-31T12:00:00Z", 1_769_860_800),
            ("2026-01-31T12:00:00.500Z", 1_769_860_800.5), ("2026-01-31T12:00:00+02:00", 1_769_853_600),
        ])
    func dates(text: String, seconds: Double) throws {
        #expect(
            try configuration(["status", "--now", text])?.startDate == Date(timeIntervalSince1970: seconds))
    }

    private func configuration(
        _ words: [String], _ environment: [String: String] = [:]
    ) throws -> AppConfiguration? {
        let request = try BrowserProgram.program.request(
            words, environment: environment, console: Terminal().console())
        guard case .run(_, let invocation) = request else { return nil }
        return try invocation.configuration()
    }
}
