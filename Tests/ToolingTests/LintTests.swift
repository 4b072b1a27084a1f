#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite("Lint") struct LintTests {
    @Test(
        "A check finds what it is for, and only that",
        arguments: LintCase.walls + LintCase.mappers + LintCase.reasons + LintCase.sizes + LintCase.documentation
    )
    func finding(lint: LintCase) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(lint.text, to: lint.path)
            let outcome = try await script("check-\(lint.script).py", on: folder)
            let lines = outcome.output.split(separator: "\n").map(String.init)
            #expect(lines == lint.findings.map { "\(lint.path):\($0)" })
            #expect(outcome.status == (lint.findings.isEmpty ? 0 : 1))
        }
    }

    @Test("A wall against a folder bars every module that lies in it")
    func folders() async throws {
        let sink = "SharedPackages/Telemetry/Sources/Telemetry/Sink.swift"
        let script = "SharedPackages/BrowserServicesKit/Sources/UserScripts/Script.swift"
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "SharedPackages/Persistence/Sources/Persistence/Database.swift")
            try folder.write("", to: "AppTarget/DevServer/Sources/DevServer/Server.swift")
            try folder.write("import Foundation\nimport Persistence\nimport DevServer\n", to: sink)
            try folder.write("import Persistence\nimport DevServer\n", to: script)
            try folder.write("import Telemetry\n", to: "SharedPackages/Telemetry/Sources/TelemetryTesting/Double.swift")
            let outcome = try await self.script("check-walls.py", on: folder)
            let expected = """
                \(script):2: SharedPackages/BrowserServicesKit/ may not import DevServer: \
                features report events; the app decides what is sent
                \(sink):2: SharedPackages/Telemetry/ may not import Persistence: Telemetry stands alone
                \(sink):3: SharedPackages/Telemetry/ may not import DevServer: Telemetry stands alone

                """
            #expect(outcome.output == expected)
        }
    }

    @Test("All checks run, each names its findings, and the whole fails")
    func everyCheck() async throws {
        try await TemporaryFolder.with { folder in
            for (path, text) in LintFixture.files { try folder.write(text, to: path) }
            try folder.write(try Repository.text(of: ".swift-format"), to: ".swift-format")
            let outcome = try await script("lint.sh", on: folder)
            for finding in LintFixture.findings { #expect(outcome.output.contains(finding), "\(outcome.output)") }
            #expect(outcome.status == 1)
        }
    }

    private func script(_ name: String, on folder: TemporaryFolder) async throws -> Command.Outcome {
        let file = Repository.root.appending(path: ".ci/\(name)").path()
        return try await Command([file, folder.url.path()], in: folder.url).run()
    }
}
#endif
