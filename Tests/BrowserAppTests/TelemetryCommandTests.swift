#if !os(iOS)
import BrowserApp
import DevServer
import Foundation
import TestSupport
import Testing

/// `browser telemetry` and the options of the log.
@Suite(.timeLimit(.minutes(5))) struct TelemetryCommandTests {
    private static let page = "http://privacy-test-pages.site/security/badware/phishing.html"

    @Test("telemetry prints the sinks with their counts, and the records and milestones of all launches")
    func text() async throws {
        try await BrowserFixture.with { fixture in
            _ = await fixture.browser("visit", Self.page, "--choose", "leave")
            let outcome = await fixture.browser("telemetry")
            #expect(outcome.code == 0)
            #expect(outcome.errors.isEmpty)
            let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            #expect(
                lines.prefix(3) == ["events observed 1, waiting 0, dropped 0", "sinks in their order:", Self.heads])
            let sinks = lines.dropFirst(3).prefix { !$0.hasPrefix("records ") || $0.contains("Sink") }
            #expect(Array(sinks) == Self.sinks)
            #expect(
                lines.dropFirst(3 + sinks.count) == [
                    "records of all launches:", "launches 2", "sites_blocked 1", "warnings_heeded 1", "milestones",
                    "first_site_blocked: \(Self.reached)", "ten_sites_blocked: 1 of 10",
                    "hundred_sites_blocked: 1 of 100", "ten_warnings_heeded: 1 of 10", "leaderboards",
                    "most_sites_blocked: \(Self.submitted)", "most_warnings_heeded: \(Self.submitted)",
                ])
        }
    }

    private static let heads = "type pace delivered failed dropped pending lags last failure settings"
    private static let counts = "in turn 1 0 0 0 0"
    #if canImport(GameKit)
    private static let services = ["GameKitAchievements", "GameKitScores"]
    #else
    private static let services = ["FileAchievements", "FileScores"]
    #endif
    #if canImport(os)
    private static let destination = "the system's log, subsystem browser"
    #else
    private static let destination = "standard error"
    #endif
    private static let forwards = "forwards, up to 8192 events wait"
    private static let terms = "reads from records, patience 30.0 seconds"

    /// The live sinks, each wrapping sink before the wrapped ones.
    private static let sinks = [
        "log LogSink \(counts) fault, text, to \(destination)",
        "tracking NoOpTrackingSink \(counts) ignores every event",
        "durable DeferredSink \(counts) keeps up to 8192 events, patience 4.0 seconds",
        "records RecordSink \(counts) counts app.launched site.blocked site.left",
        "achievements ForwardingSink \(counts) \(forwards), \(terms)",
        "achievements FilterSink \(counts) passes counted events, patience 30.0 seconds",
        "achievements AchievementSink reports 4 milestones to \(services[0])",
        "scores ForwardingSink \(counts) \(forwards), \(terms)",
        "scores FilterSink \(counts) passes counted events, patience 30.0 seconds",
        "scores ScoreSink submits the scores of 2 leaderboards to \(services[1])",
    ]

    // A program without a signed-in player cannot have it confirmed.
    #if canImport(GameKit)
    private static let reached = "reached, not confirmed yet"
    private static let submitted = "1 not submitted yet"
    #else
    private static let reached = "confirmed"
    private static let submitted = "1 submitted"
    #endif

    private struct Report: Decodable {
        struct Sink: Decodable {
            let name: String
            let type: String
            let settings: String
            let wrapped: [Wrapped]
            let delivered: Int
            let failed: Int
            let downstream: [Sink]?
        }

        struct Wrapped: Decodable {
            let type: String
            let settings: String
        }

        struct Leaderboard: Decodable, Equatable {
            let id: String
            let score: Int
            let submitted: Int?
        }

        struct Milestone: Decodable, Equatable {
            let id: String
            let count: Int
            let goal: Int
        }

        let observed: Int
        let sinks: [Sink]
        let records: [String: Int]
        let milestones: [Milestone]
        let leaderboards: [Leaderboard]
    }

    @Test("telemetry --json prints the same as an object")
    func json() async throws {
        try await BrowserFixture.with { fixture in
            let file = fixture.folder.appending(path: "events.jsonl")
            let outcome = await fixture.browser(
                "telemetry", "--json", "--inspect", file.path(), "--inspect-percent", "50", "--otlp-url",
                fixture.server.url.absoluteString)
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            #expect(report.observed == 1)
            #expect(report.sinks.allSatisfy { $0.delivered == 1 && $0.failed == 0 })
            let names = report.sinks.flatMap { [$0.name] + ($0.downstream ?? []).map(\.name) }
            let order = try Guide.order()
            #expect(names.filter(order.contains).uniqued == order)
            #expect(report.records == ["launches": 1])
            #expect(report.milestones.first == Report.Milestone(id: "first_site_blocked", count: 0, goal: 1))
            #expect(report.leaderboards.first == Report.Leaderboard(id: "most_sites_blocked", score: 0, submitted: nil))
            let inspector = try #require(report.sinks.first { $0.name == "inspector" })
            #expect(inspector.type == "SamplingSink" && inspector.settings == "passes 50.0 % of the events")
            #expect(inspector.wrapped.map(\.type) == ["ForwardingSink"])
            let log = try #require(inspector.downstream?.first)
            #expect(log.settings == "debug and above, json, to \(file.path())")
        }
    }

    @Test("--inspect appends every event to a file, in order")
    func inspector() async throws {
        struct Line: Decodable {
            let name: String
            let timestamp: String
            let attributes: [String: String]?
        }
        try await BrowserFixture.with { fixture in
            let file = fixture.folder.appending(path: "events.jsonl").path()
            let visit = ["visit", Self.page, "--choose", "leave", "--inspect", file, "--now", "2026-01-31"]
            #expect(await Terminal().run(visit, environment: fixture.environment).code == 2)
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            let features = try lines.filter { !$0.contains(#""category":"pixels""#) }
                .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
            #expect(features.map(\.name) == ["app.launched", "site.blocked", "site.left"])
            #expect(features.last?.attributes == ["kind": "phishing"])
            #expect(features.allSatisfy { $0.timestamp.hasPrefix("2026-01-31T00:00:") })
            let sent = lines.filter { $0.contains("pixels.sent") }
            #expect(sent.count == 3 && sent.allSatisfy { $0.contains(#""target":"/t/m_"#) })
        }
    }

    @Test(
        "An unknown level or format, and a file that cannot be opened, are reported",
        arguments: [
            (
                ["--log-level", "wran"], 64,
                "browser: --log-level is 'wran'. Use debug, info, notice, error or fault. Run 'browser help status' for usage.\n"
            ),
            (
                ["--log-format", "jsom"], 64,
                "browser: --log-format is 'jsom'. Use text or json. Did you mean 'json'? Run 'browser help status' for usage.\n"
            ),
            (
                ["--inspect", "/nonexistent/a"], 1,
                "browser: Telemetry: cannot access '/nonexistent/a' (errno 2). Check that its folder exists and is writable.\n"
            ),
        ])
    func badOptions(options: [String], code: Int32, message: String) async throws {
        try await BrowserFixture.with { fixture in
            let outcome = await Terminal().run(["status"] + options, environment: fixture.environment)
            #expect(outcome == Terminal.Outcome(code: code, errors: message))
        }
    }

    @Test("Environment variables replace the options of the log")
    func variables() async throws {
        for (name, value) in [("BROWSER_LOG_LEVEL", "loud"), ("BROWSER_LOG_FORMAT", "xml")] {
            let outcome = await browser("status", environment: [name: value])
            #expect(outcome.errors.hasPrefix("browser: \(name) is '\(value)'. Use "))
        }
    }

    @Test("A telemetry folder that cannot be written makes its sinks fail, and commands still work")
    func lostFolder() async throws {
        try await BrowserFixture.with { fixture in
            try Data().write(to: fixture.folder.appending(path: "telemetry"))
            let check = await fixture.browser("check", "http://a.test/")
            #expect(check == Terminal.Outcome(code: 0, output: "safe     none  http://a.test/\n"))
            let outcome = await fixture.browser("telemetry")
            #expect(outcome.code == 1)
            #expect(outcome.errors.hasPrefix("browser: Telemetry: cannot access "))
            #expect(outcome.output.contains("Telemetry.TelemetryError("))
        }
    }
}

extension [String] {
    /// The words without those that stand there before.
    fileprivate var uniqued: [String] {
        reduce(into: []) { words, word in
            if !words.contains(word) { words.append(word) }
        }
    }
}
#endif
