#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite("Watch over test runs") struct WatchTests {
    @Test("Output and status of a command that ends are its own", arguments: [0, 3])
    func ends(status: Int32) async throws {
        let outcome = try await watch("echo 'Build complete!'; exit \(status)")
        #expect(outcome == Command.Outcome(status: status, output: "Build complete!\n"))
    }

    @Test("A run that hangs is ended, and the tests that did not end are named")
    func hangs() async throws {
        let output = """
            ◇ Test run started.
            ◇ Suite "Uploads" started.
            ◇ Test "A request is sent" started.
            ◇ Test "A request is \u{1b}[1mrepeated\u{1b}[0m" started.
            ◇ Test case passing 1 argument day → 1 to "A day ends" started.
            ◇ Test flush() started.
            ✔ Test "A request is sent" passed after 0.1 seconds.
            ✘ Test flush() with 2 test cases failed after 0.1 seconds with 1 issue.

            """
        let outcome = try await watch("printf '%s' '\(output)'; mkfifo never; cat never")
        let report = """
            watch: nothing was printed for 3 s. Tests that did not end:
              "A request is repeated"

            """
        #expect(outcome == Command.Outcome(status: 124, output: output + report))
    }

    private func watch(_ script: String) async throws -> Command.Outcome {
        try await TemporaryFolder.with { folder in
            let watch = Repository.root.appending(path: ".ci/watch.py").path()
            return try await Command([watch, "3", "sh", "-c", script], in: folder.url).run()
        }
    }
}
#endif
