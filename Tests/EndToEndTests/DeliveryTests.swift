#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// Delivery by the built `browser` to the built `devserver`, with failures of both.
@Suite(.timeLimit(.minutes(5))) struct DeliveryTests {
    private static let page = "http://privacy-test-pages.site/security/badware/malware.html"
    private static let firstVisit = ["error-page-shown", "error-page-shown_daily", "leave-site"]

    @Test("Requests that are queued offline are sent when the server is back")
    func offline() async throws {
        try await Site.with { site in
            await site.server.stop()
            let visit = try await site.browser("visit", Self.page, "--choose", "leave")
            #expect(visit.status == 2)
            #expect(visit.output == "Left \(Self.page)\n")
            #expect(visit.errors == "3 requests are queued for \(site.server.url). The next command sends them.\n")
            #expect(try await site.browser("settings", "malicious-site-protection", "off").status == 0)
            #expect(try await site.browser("flush").output == "4 requests are still queued.\n")

            let server = try await Server(port: site.server.port)
            let back = Site(folder: site.folder, server: server)
            #expect(try await back.browser("status").status == 0)
            #expect(try await server.pixels() == (Self.firstVisit + ["feature-toggled"]).sorted())
            let accounts = try await back.accounts()
            #expect(accounts == .init(accepted: 4, delivered: 4, resent: accounts.resent))
            await server.stop()
        }
    }

    @Test("Concurrent processes that share a folder send every request once")
    func together() async throws {
        try await Site.with { site in
            let processes = try (0..<4).map { _ in try site.start("visit", Self.page, "--choose", "leave") }
            for process in processes { #expect(await process.result().status == 2) }
            #expect(try await site.browser("flush").status == 0)
            #expect(try await site.accounts() == .init(accepted: 9, delivered: 9))
            let everyVisit = Array(repeating: ["error-page-shown", "leave-site"], count: 4).flatMap(\.self)
            #expect(try await site.server.pixels() == (everyVisit + ["error-page-shown_daily"]).sorted())
        }
    }

    @Test("After a kill while sending, the next process sends every request and counts the resends")
    func killed() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/t/","delayMs":600000,"count":-1}]"#)
            let process = try site.start("visit", Self.page, "--choose", "leave")
            try await site.server.waitForPixel()
            process.send(SIGKILL)
            _ = await process.result()  // On a busy machine its flush may have timed out before the kill.
            try await site.server.clearFaults()

            #expect(try await site.browser("flush").output == "Nothing is queued.\n")
            let accounts = try await site.accounts()
            #expect(
                accounts == .init(accepted: accounts.accepted, delivered: accounts.accepted, resent: accounts.resent))
            let arrived = try await site.server.requests().map(\.path)
            #expect(accounts.accepted == Set(arrived).count)
            #expect(accounts.accepted >= 2 && accounts.resent >= 1)
            #expect(arrived.count <= accounts.accepted + accounts.resent)
        }
    }

    @Test(
        "A command ends in time when the server fails, and the next command sends its requests",
        arguments: [
            #"{"path":"/t/","status":500}"#, #"{"path":"/t/","status":503,"retryAfter":"soon"}"#,
            #"{"path":"/t/","status":429}"#, #"{"path":"/t/","close":true}"#, #"{"path":"/t/","delayMs":600000}"#,
        ])
    func trouble(fault: String) async throws {
        try await Site.with { site in
            try await site.server.script("[\(fault.dropLast()),\"count\":-1}]")
            let visit = try await site.browser("visit", Self.page, "--choose", "leave")
            #expect(visit.status == 2)
            #expect(visit.output == "Left \(Self.page)\n")
            #expect(visit.errors == "3 requests are queued for \(site.server.url). The next command sends them.\n")
            try await site.server.clearFaults()

            #expect(try await site.browser("flush").output == "Nothing is queued.\n")
            let accounts = try await site.accounts()
            #expect(accounts == .init(accepted: 3, delivered: 3, resent: accounts.resent))
            #expect(Set(try await site.server.pixels()) == Set(Self.firstVisit))
        }
    }

    @Test("A Retry-After of an hour is obeyed, also by a process with another date")
    func leftAlone() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/t/","status":429,"retryAfter":"3600","count":4}]"#)
            _ = try await site.browser("visit", Self.page, "--choose", "leave")
            let asked = try await site.server.requests().count
            let later = Date(timeIntervalSinceNow: 7200).ISO8601Format()
            for words in [["flush"], ["--now", later, "flush"]] {
                #expect(try await site.start(words).result().output == "3 requests are still queued.\n")
            }
            #expect(try await site.server.requests().count == asked)
        }
    }

    @Test("A request that is answered with 404 is dropped and counted")
    func refused() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/t/","status":404,"count":-1}]"#)
            #expect(try await site.browser("visit", Self.page, "--choose", "leave").errors.isEmpty)
            #expect(try await site.accounts() == .init(accepted: 3, delivered: 0, dropped: ["refused": 3]))
        }
    }

    @Test("Requests of a command with --no-flush are sent by the next command", arguments: 1...5)
    func withoutFlush(_: Int) async throws {
        try await Site.with { site in
            let visit = try await site.browser("visit", Self.page, "--choose", "leave", "--no-flush")
            #expect(visit.status == 2)
            #expect(try await site.browser("flush").output == "Nothing is queued.\n")
            #expect(Set(try await site.server.pixels()) == Set(Self.firstVisit))
        }
    }

    @Test(
        "Queued requests are sent although the date of --now is years away",
        arguments: [
            ([], ["--now", "2020-01-01T00:00:00Z"]), (["--now", "2020-01-01T00:00:00Z"], []),
            ([], ["--now", "2099-01-01T00:00:00Z"]), (["--now", "2099-01-01T00:00:00Z"], []),
        ])
    func otherDates(firing: [String], sending: [String]) async throws {
        try await Site.with { site in
            let visit = ["visit", Self.page, "--choose", "leave"]
            let first = try site.start(firing + visit + ["--no-flush"])
            #expect(await first.result().status == 2)
            let second = try site.start(sending + visit)  // It fires as well, because eviction happens on insertion.
            #expect(await second.result().status == 2)
            #expect(try await site.accounts() == .init(accepted: 6, delivered: 6))
        }
    }

    @Test("A daily window opens again on the next day")
    func nextDay() async throws {
        try await Site.with { site in
            for date in ["2026-01-31T10:00:00Z", "2026-01-31T23:59:00Z", "2026-02-01T00:00:00Z"] {
                _ = try await site.browser("--now", date, "visit", Self.page, "--choose", "visit")
            }
            let pixels = try await site.server.pixels()
            #expect(pixels.count { $0 == "error-page-shown_daily" } == 2)
            #expect(pixels.count { $0 == "error-page-shown" } == 3)
            #expect(pixels.count == 8)
        }
    }
}
#endif
