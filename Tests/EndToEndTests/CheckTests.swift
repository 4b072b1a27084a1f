#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// Checks of lists of addresses with the built `browser`.
@Suite(.timeLimit(.minutes(5))) struct CheckTests {
    struct Line: Codable, Equatable {
        let url: String
        let verdict: String
        let source: String
    }

    @Test("Sixty addresses get their verdicts from downloaded data sets and the matches service")
    func table() async throws {
        let expected = CheckedAddresses.all.map { Line(url: $0.url, verdict: $0.verdict, source: $0.source) }
        #expect(Set(expected.map(\.url)).count == 60)
        try await Site.with { site in
            let update = try await site.browser("datasets", "update")
            #expect(update.status == 0)
            let names = update.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
            #expect(
                names == [
                    "phishing/hashPrefixSet", "phishing/filterSet", "malware/hashPrefixSet", "malware/filterSet",
                    "scam/hashPrefixSet", "scam/filterSet",
                ])
            let input = expected.map { $0.url + "\n" }.joined()
            let result = try await site.browser("check", "--json", "-", input: input)
            #expect(result.status == 2)
            #expect(result.errors.isEmpty)
            let lines = result.output.split(separator: "\n")
            for (line, expected) in zip(lines, expected) {
                #expect(try JSONDecoder().decode(Line.self, from: Data(line.utf8)) == expected)
                #expect(line.hasPrefix("{\"url\":") && line.contains(",\"verdict\":") && line.contains(",\"source\":"))
            }
            #expect(lines.count == expected.count)
            #expect(try await site.server.requests() == [])
        }
    }

    @Test("A verdict is printed for each line of standard input before the next line arrives")
    func stream() async throws {
        try await Site.with { site in
            let process = try site.start("check", "-")
            for number in 1...3 {
                try process.write("http://\(number).test/\n")
                #expect(await process.line() == "safe     none  http://\(number).test/")
            }
            let result = await process.result(after: (1...20_000).map { "http://\($0).test/\n" }.joined())
            #expect(result.status == 0)
            #expect(result.output.split(separator: "\n").count == 20_000)
        }
    }

    @Test("run checks addresses, sends pixels and exits with 0, and its JSON is one object a line")
    func run() async throws {
        let result = try await ChildProcess("browser", ["run", "--json"]).result()
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let objects = try result.output.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(
            objects.compactMap { $0["verdict"] as? String }
                == ["safe", "phishing", "safe", "malware", "scam", "phishing", "invalid"])
        let pixels = objects.compactMap { $0["pixel"] as? String }
        #expect(pixels.count == 15)
        #expect(objects.compactMap { $0["wideEvent"] }.count == 1)
        #expect(objects.last?["arrived"] as? Int == 16)
        #expect(objects.last?["balanced"] as? Bool == true)
    }

    @Test("The output of run fits 80 columns and 45 lines, and has no colours outside a terminal")
    func runScreen() async throws {
        let output = try await ChildProcess("browser", ["run"]).result().output
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(lines.count <= 45)
        #expect(!output.contains("\u{1B}"))
    }

    @Test("run ignores the folder of BROWSER_DATA_DIR")
    func runFolder() async throws {
        try await TemporaryFolder.with { folder in
            let environment = ["BROWSER_DATA_DIR": folder.url.path(), "PATH": "/usr/bin:/bin"]
            let run = try ChildProcess("browser", ["run"], environment: environment)
            #expect(await run.result().status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) == [])
        }
    }

    @Test("run can be repeated in one folder, and its last line states the result")
    func runAgain() async throws {
        try await TemporaryFolder.with { folder in
            for _ in 1...2 {
                let process = try ChildProcess(
                    "browser", ["--data-dir", folder.url.path(), "run", "http://scam.test/"])
                let result = await process.result()
                #expect(result.status == 0)
                #expect(result.output.hasSuffix("The accounts balance, and every pixel arrived.\n"))
            }
        }
    }
}
#endif
