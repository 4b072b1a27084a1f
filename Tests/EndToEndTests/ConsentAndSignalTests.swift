#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// Consent and signals with real processes.
@Suite(.timeLimit(.minutes(5))) struct ConsentAndSignalTests {
    private static let page = "http://privacy-test-pages.site/security/badware/scam.html"

    @Test("A denial erases every byte of queued pixels, and nothing arrives")
    func denied() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/t/","status":503,"count":-1}]"#)
            _ = try await site.browser("visit", Self.page, "--choose", "leave")
            #expect(try site.bytes().contains("m_malicious-site-protection"))
            try await site.server.clearFaults()

            #expect(try await site.browser("consent", "denied").output == "consent denied\n")
            #expect(try !site.bytes().contains("malicious-site-protection"))
            _ = try await site.browser("visit", Self.page, "--choose", "visit")
            #expect(try !site.bytes().contains("malicious-site-protection"))
            #expect(try await site.server.pixels() == [])

            #expect(try await site.browser("consent", "granted").output == "consent granted\n")
            #expect(try await site.server.pixels() == [])
            #expect(try await site.accounts() == .init(accepted: 3, delivered: 0, dropped: ["denied": 3]))
        }
    }

    @Test("A denial erases the pixels of another process that is sending")
    func deniedMeanwhile() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/t/","delayMs":600000,"count":-1}]"#)
            let process = try site.start("visit", Self.page, "--choose", "leave")
            try await site.server.waitForPixel()
            #expect(try await site.browser("consent", "denied", "--no-flush").output.contains("denied"))
            #expect(await process.result().status == 2)
            #expect(try await site.browser("consent", "denied").output == "consent denied\n")
            #expect(try !site.bytes().contains("malicious-site-protection"))
        }
    }

    @Test("Pixels are stored while consent is pending and sent after a grant")
    func pending() async throws {
        try await Site.with { site in
            _ = try await site.browser("consent", "pending")
            _ = try await site.browser("visit", Self.page, "--choose", "leave")
            #expect(try await site.server.requests() == [])
            #expect(try await site.browser("consent", "granted").status == 0)
            #expect(try await site.server.pixels() == ["error-page-shown", "error-page-shown_daily", "leave-site"])
        }
    }

    @Test("A signal at a question ends the command, and fired pixels are sent", arguments: [SIGINT, SIGTERM])
    func atTheQuestion(signal: Int32) async throws {
        try await Site.with { site in
            let process = try site.start("visit", Self.page)
            _ = await process.errors(until: "[leave] ")
            process.send(signal)
            let result = await process.resultWithOpenInput()
            #expect(result == .init(status: 128 + signal))
            #expect(try await site.server.pixels() == ["error-page-shown", "error-page-shown_daily"])
        }
    }

    @Test(
        "A signal while sending ends the command at once, and the next one sends the rest",
        arguments: [SIGINT, SIGTERM])
    func whileSending(signal: Int32) async throws {
        try await Site.with { site in
            await site.server.stop()
            #expect(try await site.browser("visit", Self.page, "--choose", "leave").status == 2)
            let server = try await Server(port: site.server.port)
            try await server.script(#"[{"path":"/t/","delayMs":600000,"count":-1}]"#)
            let sender = try site.start("flush", "--deadline", "3600")
            try await server.waitForPixel()
            sender.send(signal)
            #expect(await sender.result().status == 128 + signal)
            try await server.clearFaults()
            #expect(try await site.browser("flush").output == "Nothing is queued.\n")
            let accounts = try await site.accounts()
            #expect(accounts == .init(accepted: 3, delivered: 3, resent: accounts.resent))
            await server.stop()
        }
    }

    @Test("A second signal kills the command")
    func twice() async throws {
        try await Site.with { site in
            try await site.server.script(#"[{"path":"/t/","delayMs":600000,"count":-1}]"#)
            let process = try site.start("visit", Self.page)
            _ = await process.errors(until: "[leave] ")
            try await site.server.waitForPixel()
            process.send(SIGINT)
            process.send(SIGINT)
            let status = await process.resultWithOpenInput().status
            #expect(status == SIGINT || status == 128 + SIGINT)
        }
    }
}
#endif
