#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite("The pixels tool")
struct PixelsToolTests {
    /// The tool lies where this test program does.
    private static let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "pixels")

    private func run(_ arguments: String..., in sample: Sample = Sample(fields: "suffixes: ['daily']")) async throws
        -> Command.Outcome
    {
        try await TemporaryFolder.with { folder in
            try sample.write(to: folder)
            return try await Command([Self.tool.path] + arguments, in: folder.url).run()
        }
    }

    @Test("Definitions without faults end in 0, with faults in 1, and each fault is a line")
    func validate() async throws {
        #expect(try await run("validate", ".") == .init(status: 0, output: ""))
        let faulty = Sample(fields: "note: 1")
        let line = "./pixels/definitions/x.json5:3: error: m_x: 'note' is not a field of a pixel."
        let outcome = try await run("validate", "--compat", ".", in: faulty)
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix(line))
        let json = try await run("validate", "--json", ".", in: faulty)
        let start = #"{"file":"./pixels/definitions/x.json5","line":3,"pixel":"m_x","code":"unknown-field","#
        #expect(json.output.hasPrefix(start))
    }

    @Test("Expired definitions are errors, but not in compat mode")
    func expired() async throws {
        let sample = Sample(fields: "expires: '2020-01-01'")
        #expect(try await run("validate", ".", in: sample).status == 1)
        #expect(try await run("validate", "--compat", ".", in: sample).status == 0)
    }

    @Test(
        "Calls that make no sense end in 64",
        arguments: [
            [], ["nope"], ["validate"], ["validate", "missing"], ["validate", "--nope", "."], ["validate", "-x"],
            ["check", "-"],
            ["check", "--definitions", ".", "--format", "csv"], ["check", "--definitions"],
            ["explain", "--definitions", "."],
            ["catalog", ".", "--html", "--markdown"], ["generate"], ["validate", "--schema", "9", "."],
            ["new", "--definitions", "."], ["new", "--definitions", ".", "--file", "../../y.json5", "--name", "m_y"],
            ["check", "--definitions", ".", "--app-version", "new"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let outcome = try await TemporaryFolder.with { folder in
            try Sample(fields: "").write(to: folder)
            return try await Command([Self.tool.path] + arguments, in: folder.url).run()
        }
        #expect(outcome.status == 64, "\(outcome.output)")
    }

    @Test("Recorded requests are judged line by line")
    func check() async throws {
        var sample = Sample(fields: "suffixes: ['daily']")
        sample.others = [
            "log.jsonl": """
            {"pixel": "m_x_daily", "params": "test=1"}
            {"pixel": "m_x_weekly", "params": ""}
            {"pixel": "m_y", "params": ""}
            nope
            """
        ]
        let json = try await run("check", "--definitions", ".", "--format", "jsonl", "--json", "log.jsonl", in: sample)
        #expect(
            json
                == .init(
                    status: 1,
                    output: """
                        {"pixel":"m_x_daily","status":"passed","reasons":[]}
                        {"pixel":"m_x_weekly","status":"failed","reasons":["Suffix 1 must be one of \\"daily\\", \\"count\\", not \\"weekly\\"."]}
                        {"pixel":"m_y","status":"undocumented","reasons":[]}
                        {"pixel":"","status":"failed","reasons":["Line 4 is not a request in the format jsonl."]}

                        """))
        let text = try await run("check", "--definitions", ".", "--format", "jsonl", "log.jsonl", in: sample)
        #expect(text.output.hasSuffix("passed 1, failed 1, undocumented 1, old version 0, unreadable 1\n"))
    }

    @Test("Recorded wide events are judged, as payloads and as the development server logs them")
    func checkWideEvents() async throws {
        var sample = Sample(fields: "suffixes: ['daily']")
        let text = #"{ "type": "string", "description": "d" }"#
        sample.others = [
            "wide_events/props_dictionary.json": "{}",
            "wide_events/base_event.json": """
            {"meta": {"version": {"description": "d", "value": 1}}, "app": {"name": \(text), "version": \(text)},
            "global": {"platform": \(text), "type": \(text), "sample_rate": {"type": "number", "description": "d"}},
            "feature": {"name": \(text), "status": \(text)}}
            """,
            "wide_events/definitions/x.json5": """
            { "w-x": { description: "d", owners: ["o"], meta: { type: "w-x", version: "0.1" },
            feature: { name: "x", status: ["SUCCESS"], data: { ext: {} } } } }
            """,
            "log": """
            \(Self.wideEvent("SUCCESS"))
            {"method":"POST","path":"/e","body":\(quoted(Self.wideEvent("LOST"))),"status":200}
            {"meta":{"type":"w-y","version":"1"}}
            nope
            """,
        ]
        let json = try await run("check", "--definitions", ".", "--format", "wide", "--json", "log", in: sample)
        #expect(
            json
                == .init(
                    status: 1,
                    output: """
                        {"pixel":"w-x","status":"passed","reasons":[]}
                        {"pixel":"w-x","status":"failed","reasons":["'feature.status' must be one of \\"SUCCESS\\", not \\"LOST\\"."]}
                        {"pixel":"w-y","status":"undocumented","reasons":[]}
                        {"pixel":"","status":"failed","reasons":["Line 4 is not a request in the format wide."]}

                        """))
    }

    private static func wideEvent(_ status: String) -> String {
        """
        {"app":{"name":"a","version":"1"},"feature":{"data":{"ext":{}},"name":"x","status":"\(status)"},\
        "global":{"platform":"Linux","sample_rate":1,"type":"app"},"meta":{"type":"w-x","version":"1.0.1"}}
        """
    }

    private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }

    @Test("A version that would have to be fetched is given, or missed aloud")
    func appVersion() async throws {
        var sample = Sample(parameters: "'appVersion'")
        sample.product = "{ target: { key: 'appVersion', versionUrl: 'https://example.org', versionRef: 'a.b' } }"
        sample.others = ["log": "m_x?appVersion=6.0.0"]
        let check = ["check", "--definitions", ".", "log"]
        let (judged, skipped) = try await TemporaryFolder.with { folder in
            try sample.write(to: folder)
            return (
                try await Command([Self.tool.path] + check, in: folder.url).run(),
                try await Command([Self.tool.path] + check + ["--app-version", "7.0.0"], in: folder.url).run()
            )
        }
        #expect(judged.status == 0)
        #expect(judged.output.contains("passed 1,") && judged.output.contains("which is not fetched"))
        #expect(skipped == .init(status: 0, output: "passed 0, failed 0, undocumented 0, old version 1\n"))
    }

    @Test("A pixel is explained by its sent name too")
    func explain() async throws {
        let outcome = try await run("explain", "m_x_daily", "--definitions", ".")
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix("## `m_x`\n")
                && outcome.output.contains("'m_x_daily' has the suffixes 'daily'."))
        #expect(try await run("explain", "nope", "--definitions", ".").status == 1)
    }

    @Test(
        "A catalog is written in three forms",
        arguments: [("--html", "<!doctype html>"), ("--markdown", "# Pixels"), ("--json", "{\"name\":\"m_x\"")])
    func catalog(form: String, start: String) async throws {
        let outcome = try await run("catalog", ".", form)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix(start))
    }

    @Test("A new definition is valid, or is not written")
    func new() async throws {
        let outcome = try await run(
            "new", "--definitions", ".", "--file", "y.json5", "--name", "m_y", "--description", "d", "--owner", "o",
            "--suffix", "daily", "--parameter", "appVersion")
        #expect(outcome == .init(status: 0, output: "Added 'm_y' to pixels/definitions/y.json5.\n"))
        let refused = try await run(
            "new", "--definitions", ".", "--file", "y.json5", "--name", "m_y", "--description", "d", "--owner", "o",
            "--suffix", "nope")
        #expect(refused.status == 1)
    }

    @Test("Answers in JSON are JSON, whatever the answer")
    func json() async throws {
        let new = ["new", "--definitions", ".", "--file", "y.json5", "--description", "d", "--owner", "o", "--json"]
        let faulty = Sample(fields: "note: 1")
        let outcomes = try await TemporaryFolder.with { folder in
            try Sample(fields: "").write(to: folder)
            return [
                try await Command([Self.tool.path] + new + ["--name", "m_x"], in: folder.url).run(),
                try await Command([Self.tool.path, "generate", ".", "--json"], in: folder.url).run(),
            ]
        }
        #expect(outcomes.map(\.status) == [1, 0])
        #expect(outcomes[0].output.contains(#""code":"duplicate-pixel""#))
        #expect(outcomes[1].output.hasPrefix(#"{"file":"x.json5.swift","text":"// Generated"#))
        let generate = try await run("generate", ".", "--json", in: faulty)
        #expect(generate.status == 1 && generate.output.contains(#""code":"unknown-field""#))
        let explain = try await run("explain", "m_z", "--json", "--definitions", ".")
        #expect(explain.output.hasPrefix(#"{"pixel":"m_z","suggestions":["m_x"]}"#))
        for output in outcomes.map(\.output) + [generate.output] {
            for line in output.split(separator: "\n") {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            }
        }
    }

    @Test("No text of a definition or a request commands the terminal")
    func terminal() async throws {
        let escape = "\u{1B}[31m\u{202E}\u{9B}"
        var sample = Sample(fields: "note: 1, suffixes: ['\(escape)']")
        sample.definitions["y.json5"] = "{ 'm_\(escape)': { description: '\(escape)\\nx', owners: ['o'] } }"
        sample.others = ["log.jsonl": #"{"pixel": "m_\u001b[31m\nx", "params": "\u001b=1"}"#]
        let calls = [
            ["validate", "."], ["validate", "--json", "."], ["catalog", "."], ["catalog", "--html", "."],
            ["catalog", "--json", "."], ["explain", "m_\(escape)", "--definitions", "."],
            ["explain", "n_\(escape)", "--definitions", "."], ["generate", "."], ["validate", "no\(escape)"],
            ["check", "--definitions", ".", "--format", "jsonl", "log.jsonl"],
            ["new", "--definitions", ".", "--file", "z.json5", "--name", "m_\(escape)", "--description", escape, "--owner", "o"],
        ]
        try await TemporaryFolder.with { folder in
            try sample.write(to: folder)
            for call in calls {
                let outcome = try await Command([Self.tool.path] + call, in: folder.url).run()
                let controls = outcome.output.unicodeScalars.filter { scalar in
                    scalar.properties.isBidiControl
                        || scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
                }
                #expect(controls.isEmpty, "\(call): \(outcome.output.debugDescription)")
            }
        }
    }

    @Test("A wrong name is answered with the right one")
    func suggestions() async throws {
        #expect(try await run("valdate", ".").output.contains("Did you mean 'validate'?"))
        let faulty = Sample(fields: "suffixes: ['dialy']")
        #expect(try await run("validate", ".", in: faulty).output.contains("Did you mean 'daily'?"))
        #expect(try await run("explain", "m_y", "--definitions", ".").output.contains("Did you mean 'm_x'?"))
    }

    @Test("Generated files that would not change are left alone, and those without a definition go")
    func generate() async throws {
        try await TemporaryFolder.with { folder in
            try Sample(fields: "").write(to: folder)
            let output = folder.url.appending(path: "out")
            try folder.write("stale", to: "out/old.json5.swift")
            let command = Command([Self.tool.path, "generate", ".", "--output", "out"], in: folder.url)
            #expect(try await command.run() == .init(status: 0, output: ""))
            #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["x.json5.swift"])
            let file = output.appending(path: "x.json5.swift").path
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: file)
            #expect(try await command.run().status == 0)
            let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
            #expect(date == Date(timeIntervalSince1970: 0))
        }
    }
}
#endif
