#if !os(iOS)
import BrowserApp
import CommandLineKit
import DevServer
import Foundation
import MaliciousSiteProtection
import Networking
import PixelKit
import PixelKitTesting
import Testing

/// The commands, in this process and with a local server.
@Suite(.timeLimit(.minutes(5))) struct CommandTests {
    private static let page = "http://privacy-test-pages.site/security/badware/phishing.html"

    @Test(
        "check prints verdict and source of each address, and exits with 2 for a threat or 1 for an invalid address"
    )
    func check() async throws {
        try await BrowserFixture.with { fixture in
            let some = await fixture.browser("check", "http://www.example.org/", Self.page, "no address")
            #expect(
                some
                    == Terminal.Outcome(
                        code: 2,
                        output: """
                            safe     none  http://www.example.org/
                            phishing local \(Self.page)
                            invalid  none  no address

                            """))
            #expect(await fixture.browser("check", "http://www.example.org/", "no address").code == 1)
            #expect(await fixture.browser("check", "http://www.example.org/", "http://www.example.net/").code == 0)
        }
    }

    @Test("check - reads addresses from standard input, skips empty lines, and prints one object a line")
    func checkInput() async throws {
        try await BrowserFixture.with { fixture in
            let lines = ["http://a.test/\"", "", Self.page, "\u{1B}[2J"]
            let outcome = await fixture.browser("--json", "check", "http://b.test/", "-", "-", input: lines)
            #expect(
                outcome
                    == Terminal.Outcome(
                        code: 2,
                        output: """
                            {"url":"http://b.test/","verdict":"safe","source":"none"}
                            {"url":"http://a.test/\\"","verdict":"safe","source":"none"}
                            {"url":"\(Self.page)","verdict":"phishing","source":"local"}
                            {"url":"\\u001b[2J","verdict":"invalid","source":"none"}

                            """))
            #expect(await fixture.browser("check", "-") == Terminal.Outcome(code: 0))
            #expect(await fixture.browser("check", "-", input: ["\u{1B}[2J"]).output == "invalid  none  \u{FFFD}[2J\n")
        }
    }

    @Test(
        "visit follows --choose, or asks until it gets an answer, and leaves without one",
        arguments: [
            (["--choose", "leave"], [], "leave"), (["--choose", "visit"], [], "visit"), ([], ["visit"], "visit"),
            ([], ["what?", "V"], "visit"), ([], [""], "leave"), ([], ["l"], "leave"), ([], [], "leave"),
        ])
    func visit(options: [String], input: [String], choice: String) async throws {
        try await BrowserFixture.with { fixture in
            let environment = [
                "BROWSER_DATA_DIR": fixture.folder.path(), "PIXEL_BASE_URL": fixture.server.url.absoluteString,
            ]
            let terminal = Terminal(input: input)
            let outcome = await terminal.run(["visit", Self.page, "--json"] + options, environment: environment)
            #expect(outcome.code == 2)
            #expect(outcome.output == "{\"url\":\"\(Self.page)\",\"verdict\":\"phishing\",\"choice\":\"\(choice)\"}\n")
            let questions = outcome.errors.components(separatedBy: "Leave or visit? [leave] ").count - 1
            #expect(questions == (options.isEmpty ? max(1, input.count) : 0))
            #expect(
                fixture.pixels
                    == [
                        "error-page-shown_daily_linux?category=phishing", "error-page-shown_linux?category=phishing",
                        "\(choice)-site_linux?category=phishing",
                    ].map(onThisPlatform))
        }
    }

    @Test("visit loads a safe page, and any page while the protection is off")
    func visitSafely() async throws {
        try await BrowserFixture.with { fixture in
            let safe = await fixture.browser("visit", "http://a.test/", "--json")
            #expect(
                safe
                    == Terminal.Outcome(
                        code: 0, output: #"{"url":"http://a.test/","verdict":"safe","choice":"none"}"# + "\n"))
            _ = await fixture.browser("settings", "malicious-site-protection", "off")
            let unjudged = await fixture.browser("visit", Self.page)
            #expect(
                unjudged
                    == Terminal.Outcome(
                        code: 0, output: "Loaded \(Self.page) unchecked: the protection is off\n"))
            #expect(fixture.pixels == [onThisPlatform("feature-toggled_linux?newState=false")])
        }
    }

    @Test("A threat in a frame warns in place of the page, and a second frame is not asked about")
    func visitFrames() async throws {
        try await BrowserFixture.with { fixture in
            let frames = ["--frame", "http://a.test/", "--frame", Self.page, "--frame", Self.page]
            let words = ["visit", "http://b.test/", "--choose", "leave"] + frames
            let outcome = await Terminal().run(words, environment: fixture.environment)
            #expect(outcome == Terminal.Outcome(code: 2, output: "Left http://b.test/\n"))
            #expect(
                fixture.pixels
                    == [
                        "error-page-shown_daily_linux?category=phishing", "error-page-shown_linux?category=phishing",
                        "iframe-loaded_linux?category=phishing", "leave-site_linux?category=phishing",
                    ].map(onThisPlatform))
        }
    }

    @Test("The messages of a page reach the scripts of its tab, which print a line each and send no pixel")
    func visitMessages() async throws {
        try await BrowserFixture.with { fixture in
            let words = ["visit", "http://b.test/", "--message", #"{"kind":"log","level":"warn"}"#, "--message", "{}"]
            let outcome = await Terminal().run(words, environment: fixture.environment)
            #expect(
                outcome
                    == Terminal.Outcome(
                        code: 0, output: "Loaded http://b.test/\n",
                        errors: "page logged: warn\npage sent an unknown message\n"))
            #expect(fixture.pixels == [])
        }
    }

    @Test("Clicks on the subscription page are reported before the purchase")
    func subscribeClicks() async throws {
        try await BrowserFixture.with { fixture in
            let words = [
                "subscribe", "--plan", "yearly", "--script", "cancelled", "--click", "faq", "--click", "terms",
            ]
            let outcome = await Terminal().run(words, environment: fixture.environment)
            #expect(outcome == Terminal.Outcome(code: 1, output: "Cancelled.\n"))
            let clicks = fixture.server.collected.filter { $0.path.contains("page_click") }
                .map { BrowserFixture.ownParameters($0.query) }
            #expect(Set(clicks) == ["element=faq", "element=terms"])
        }
    }

    @Test("settings stores a choice, and only a change fires a pixel")
    func settings() async throws {
        try await BrowserFixture.with { fixture in
            let name = "malicious-site-protection"
            let on = Terminal.Outcome(code: 0, output: "\(name) on\n")
            let off = Terminal.Outcome(code: 0, output: "\(name) off\n")
            #expect(await fixture.browser("settings") == on)
            #expect(await fixture.browser("settings", name, "on") == on)
            #expect(fixture.pixels == [])
            #expect(await fixture.browser("settings", name, "off") == off)
            #expect(await fixture.browser("settings", name, "off") == off)
            #expect(await fixture.browser("settings", name) == off)
            #expect(fixture.pixels == [onThisPlatform("feature-toggled_linux?newState=false")])
            let json = await fixture.browser("settings", "--json")
            #expect(json == Terminal.Outcome(code: 0, output: "{\"setting\":\"\(name)\",\"on\":false}\n"))
        }
    }

    @Test("datasets update downloads every set, and the service still answers for pages that no set contains")
    func datasets() async throws {
        try await BrowserFixture.with { fixture in
            let before = await fixture.browser("datasets", "status", "--json")
            #expect(
                before.output.hasPrefix(
                    #"{"category":"phishing","type":"hashPrefixSet","revision":0,"count":4,"origin":"embedded","#
                        + #""updated":null}"# + "\n"))
            let update = await fixture.browser("--now", "2026-01-31", "datasets", "update")
            // The clock goes on from --now: how far, the machine decides.
            let shown = Terminal.Outcome(
                code: update.code, output: update.output.replacing(/T00:..:..Z/, with: "T00:00:00Z"))
            #expect(
                shown
                    == Terminal.Outcome(
                        code: 0,
                        output: ["phishing", "malware", "scam"].map { category in
                            let name = { (type: String) in
                                "\(category)/\(type)".padding(toLength: 24, withPad: " ", startingAt: 0)
                            }
                            return """
                                \(name("hashPrefixSet"))revision 2, 4 entries, downloaded, updated 2026-01-31T00:00:00Z
                                \(name("filterSet"))revision 1, 3 entries, downloaded, updated 2026-01-31T00:00:00Z

                                """
                        }.joined()))
            #expect(await fixture.browser("datasets", "status") == update)
            #expect(await fixture.browser("check", "https://fresh-scam.test/").output.hasPrefix("scam     api "))
        }
    }

    @Test("datasets update prints for each failed set why the old data is kept")
    func failedUpdate() async throws {
        try await BrowserFixture.with { fixture in
            try fixture.server.script([.status(500, on: "/api/protection/hashPrefix", count: 3)])
            let update = await fixture.browser("datasets", "update")
            #expect(update.code == 1)
            #expect(update.output.split(separator: "\n").count == 3)
            let message = "Protection service: status 500 instead of 200. Check the services address.\n"
            let sets = ["phishing", "malware", "scam"].map { "browser: Data set \($0)/hashPrefixSet: \(message)" }
            #expect(update.errors == sets.joined())
            #expect(fixture.pixels.filter { $0.hasPrefix("failed-to-fetch-initial-datasets_daily") }.count == 3)
        }
    }

    @Test("A request to a silent service times out")
    func silentService() async throws {
        try await BrowserFixture.with { fixture in
            try fixture.server.script([.delay(.seconds(600), on: "/api/protection/hashPrefix")])
            let clock = ManualClock()
            let api = HTTPProtectionAPI(services: fixture.server.url, clock: clock)
            let request = Task { try await api.changes(of: DataSetID(.scam, .hashPrefixSet), since: 0) }
            await clock.waitForSleepers(1)
            clock.advance(by: HTTPProtectionAPI.Limits().duration)
            await #expect(throws: HTTPFailure.timedOut) { try await request.value }
        }
    }

    @Test("explain prints what would happen to each leg, and fires nothing")
    func explain() async throws {
        try await BrowserFixture.with { fixture in
            let name = "m_malicious-site-protection_error-page-shown"
            let open = await fixture.browser("explain", name, "--json")
            let queued = #"","queued":true,"reason":"would be queued"}"# + "\n"
            let lines = ["_daily_linux", "_linux"].map { onThisPlatform("{\"pixel\":\"\(name)\($0)\(queued)") }
            #expect(open == Terminal.Outcome(code: 0, output: lines.joined()))
            _ = await fixture.browser("--now", "2026-01-31T10:00:00Z", "visit", Self.page, "--choose", "leave")
            let shut = await fixture.browser("--now", "2026-01-31T11:00:00Z", "explain", name)
            #expect(shut.output.contains("daily window closed since 10:00 UTC; opens in 13 h 0 m"))
            #expect(fixture.pixels.count == 3)
        }
    }

    @Test("status shows accounts, windows and queue; consent pending stores, granted sends, denied erases")
    func consent() async throws {
        try await BrowserFixture.with { fixture in
            #expect(await fixture.browser("consent", "status").output == "consent granted\n")
            #expect(
                await fixture.browser("consent", "pending", "--json").output == #"{"consent":"pending","done":true}"#
                    + "\n")
            _ = await fixture.browser("--now", "2026-01-31", "visit", Self.page, "--choose", "leave")
            let waiting = await fixture.browser("status")
            #expect(
                waiting.output
                    == onThisPlatform(
                        """
                        consent     pending
                        accounts    accepted 3 = delivered 0 + pending 3 + dropped 0
                                    suppressed 0, resent 0
                        windows     closed:
                          m_malicious-site-protection_error-page-shown, daily, since 2026-01-31T00:00:00Z
                        queued      3, the oldest first:
                          /t/m_malicious-site-protection_error-page-shown_daily_linux?category=phishing&\(BrowserFixture.standardParameters)
                          /t/m_malicious-site-protection_error-page-shown_linux?category=phishing&\(BrowserFixture.standardParameters)
                          /t/m_malicious-site-protection_leave-site_linux?category=phishing&\(BrowserFixture.standardParameters)

                        """))
            #expect(fixture.pixels == [])
            #expect(
                await fixture.browser("--now", "2026-02-01", "consent", "granted")
                    == Terminal.Outcome(code: 0, output: "consent granted\n"))
            #expect(fixture.pixels.count == 3)
            #expect(await fixture.browser("consent", "denied") == Terminal.Outcome(code: 0, output: "consent denied\n"))
            _ = await fixture.browser("visit", Self.page, "--choose", "leave")
            #expect(
                await fixture.browser("status", "--json").output
                    == #"{"consent":"denied","accounts":{"accepted":3,"delivered":3,"dropped":{},"#
                    + #""omittedParameters":0,"pending":0,"resent":0,"suppressed":0},"balanced":true,"#
                    + #""windows":[],"waiting":[],"flows":[],"handWritten":[]}"# + "\n")
            #expect(fixture.pixels.count == 3)
        }
    }

    @Test("flush sends the requests that --no-flush kept, and prints how many are still queued")
    func flush() async throws {
        try await BrowserFixture.with { fixture in
            _ = await fixture.browser("consent", "pending")
            _ = await fixture.browser("visit", Self.page, "--choose", "leave", "--no-flush")
            #expect(
                await fixture.browser("flush") == Terminal.Outcome(code: 1, output: "3 requests are still queued.\n"))
            let json = await fixture.browser("flush", "--deadline", "0.5", "--json")
            #expect(json == Terminal.Outcome(code: 1, output: #"{"result":"timedOut","pending":3}"# + "\n"))
            _ = await fixture.browser("consent", "granted", "--no-flush")
            #expect(await fixture.browser("flush") == Terminal.Outcome(code: 0, output: "Nothing is queued.\n"))
            #expect(
                await fixture.browser("flush", "--json")
                    == Terminal.Outcome(code: 0, output: #"{"result":"drained","pending":0}"# + "\n"))
            #expect(fixture.pixels.count == 3)
        }
    }

    @Test("An unusable folder is an error, or a warning if the command works without it")
    func unusableFolder() async throws {
        try await BrowserFixture.with { fixture in
            try Data().write(to: fixture.folder.appending(path: "file"))
            let environment = ["BROWSER_DATA_DIR": fixture.folder.path() + "/file"]
            let error = "browser: Database: cannot open '\(fixture.folder.path())/file/pixels'"
            for words in [["status"], ["consent", "denied"], ["flush"]] {
                let outcome = await Terminal().run(words, environment: environment)
                #expect(outcome.code == 1)
                #expect(outcome.output.isEmpty && outcome.errors.hasPrefix(error))
            }
            let check = await Terminal().run(["check", "http://a.test/"], environment: environment)
            #expect(check.code == 0)
            #expect(check.output == "safe     none  http://a.test/\n")
            #expect(check.errors.hasPrefix(error) && check.errors.hasSuffix("Until then no pixels are stored.\n"))
        }
    }

    @Test("A damaged store is set aside, kept, and reported")
    func damagedStore() async throws {
        try await BrowserFixture.with { fixture in
            _ = await fixture.browser("visit", Self.page, "--choose", "leave")
            let store = fixture.folder.appending(path: "pixels")
            for name in try FileManager.default.contentsOfDirectory(atPath: store.path()) {
                try Data(repeating: 0xA5, count: 8192).write(to: store.appending(path: name))
            }
            let outcome = await fixture.browser("visit", Self.page, "--choose", "leave")
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("browser: The store was damaged. It is kept as '"))
            #expect(fixture.pixels.count == 6)
        }
    }

    @Test("A signal ends a command: fired pixels are sent, and the exit code names the signal")
    func interruption() async throws {
        try await BrowserFixture.with { fixture in
            let asked = AsyncStream<Void>.makeStream()
            let terminal = Terminal()
            let console = Console(
                write: terminal.console().write, writeError: terminal.console().writeError,
                readLine: {
                    asked.continuation.finish()
                    for await _ in AsyncStream<Void>.makeStream().stream {}  // The person does not answer.
                    return nil
                })
            let code = await BrowserProgram.program.run(
                ["visit", Self.page], environment: fixture.environment, console: console,
                interruption: {
                    for await _ in asked.stream {}
                    return 15
                })
            #expect(code == 143)
            #expect(await fixture.browser("status", "--json").output.contains(#""accepted":2,"delivered":2"#))
        }
    }
}

/// Replaces the platform of pixel names on Linux by this platform.
private func onThisPlatform(_ text: String) -> String {
    text.replacing("_linux", with: "_\(PixelEnvironment.currentPlatform)")
}
#endif
