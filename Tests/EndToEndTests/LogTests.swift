#if !os(iOS) && !canImport(os)
import Foundation
import TestSupport
import Testing

/// The log of `browser` on standard error, on systems without a log of their own.
@Suite(.timeLimit(.minutes(5))) struct LogTests {
    private static let words = ["visit", "http://privacy-test-pages.site/security/badware/malware.html"]

    @Test("Nothing is logged by default, and --log-level info logs events of that level and above")
    func levels() async throws {
        try await Site.with { site in
            let quiet = try await site.browser(Self.words[0], Self.words[1], "--choose", "leave")
            #expect(quiet.status == 2)
            #expect(!quiet.errors.contains("site.blocked"))
            let told = try await site.browser(Self.words[0], Self.words[1], "--choose", "leave", "--log-level", "info")
            #expect(told.output == quiet.output)
            let lines = told.errors.split(separator: "\n").filter { $0.contains("[protection]") }
            let ends = lines.map { $0.drop { $0 != " " }.description }
            #expect(
                ends == [
                    " info   [protection] site.blocked kind=malware", " info   [protection] site.left kind=malware",
                ])
            #expect(!told.errors.contains("pixels.queued"))
        }
    }

    @Test("With --log-format json each line is an object without private values")
    func json() async throws {
        struct Line: Decodable {
            let level: String
            let name: String
        }
        try await Site.with { site in
            let told = try await site.browser(
                Self.words[0], Self.words[1], "--choose", "leave", "--log-level", "debug", "--log-format", "json")
            let lines = told.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
            let names = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).name }
            #expect(Set(names).isSuperset(of: ["app.launched", "site.blocked", "pixels.queued", "pixels.sent"]))
            let targets = lines.filter { $0.contains(#""target""#) }
            #expect(!targets.isEmpty && targets.allSatisfy { $0.contains(#""target":"<private>""#) })
        }
    }

    @Test("Concurrent processes count every launch in one folder")
    func together() async throws {
        try await Site.with { site in
            let processes = try (0..<6).map { _ in try site.start("check", "http://a.test/") }
            for process in processes { #expect(await process.result().status == 0) }
            let report = try await site.browser("telemetry")
            #expect(report.output.contains("\n  launches 7\n"), "\(report)")
        }
    }
}
#endif
