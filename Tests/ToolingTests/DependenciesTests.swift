#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// Runs `.ci/deps.sh` on a PATH where every program is a stand-in that reports how it was called.
@Suite("Dependencies") struct DependenciesTests {
    @Test("Nothing is run or printed when nothing is missing", arguments: ["Linux", "Darwin"])
    func complete(system: String) async throws {
        let outcome = try await run(system: system, missing: [], installers: ["apt-get", "brew", "sudo"])
        #expect(outcome == Command.Outcome(status: 0, output: ""))
    }

    @Test("Root installs what is missing with apt, without questions")
    func aptAsRoot() async throws {
        let outcome = try await run(missing: ["sqlite3", "libmicrohttpd"], installers: ["apt-get"])
        let expected = """
            noninteractive apt-get update -q
            noninteractive apt-get install -q -y --no-install-recommends libsqlite3-dev libmicrohttpd-dev

            """
        #expect(outcome == Command.Outcome(status: 0, output: expected))
    }

    @Test("A user installs with sudo")
    func aptAsUser() async throws {
        let outcome = try await run(user: 1000, missing: ["libcrypto"], installers: ["apt-get", "sudo"])
        let expected = """
             sudo env DEBIAN_FRONTEND=noninteractive apt-get update -q
             sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends libssl-dev

            """
        #expect(outcome == Command.Outcome(status: 0, output: expected))
    }

    @Test("A Mac installs with brew what its SDK lacks")
    func brew() async throws {
        let missing: Set = ["sqlite3", "libcrypto", "libmicrohttpd"]
        let outcome = try await run(user: 501, system: "Darwin", missing: missing, installers: ["brew"])
        #expect(outcome == Command.Outcome(status: 0, output: " brew install libmicrohttpd\n"))
    }

    @Test(
        "Without an installer the message names what to install",
        arguments: [
            (
                "Linux",
                "deps: missing libmicrohttpd-dev (Debian's names) and no 'apt-get'. Install their equivalents.\n"
            ),
            (
                "Darwin",
                "deps: missing libmicrohttpd and no 'brew' to install with. Install Homebrew or the packages.\n"
            ),
        ]
    )
    func noInstaller(system: String, message: String) async throws {
        let outcome = try await run(system: system, missing: ["libmicrohttpd"], installers: [])
        #expect(outcome == Command.Outcome(status: 1, output: message))
    }

    @Test("Without Swift the message says where to get it")
    func noSwift() async throws {
        let outcome = try await run(missing: [], installers: [], programs: [])
        #expect(outcome.status == 1)
        #expect(outcome.output == "deps: no 'swift' on the PATH. Install Swift 6.2 or later from swift.org.\n")
    }

    private func run(
        user: Int = 0,
        system: String = "Linux",
        missing: Set<String>,
        installers: [String],
        programs: [String] = ["swift", "python3", "ps"]
    ) async throws -> Command.Outcome {
        let probe = "case \"$2\" in \(missing.sorted().joined(separator: "|"))) exit 1 ;; esac"
        return try await TemporaryFolder.with { folder in
            func standIn(_ name: String, _ script: String) throws {
                try folder.write("#!/bin/bash\n\(script)\n", to: "bin/\(name)", permissions: 0o755)
            }
            try standIn("pkg-config", missing.isEmpty ? "exit 0" : probe)
            try standIn("uname", "echo \(system)")
            try standIn("id", "echo \(user)")
            try standIn("env", "exec /usr/bin/env \"$@\"")
            for name in installers { try standIn(name, "echo \"$DEBIAN_FRONTEND\" \(name) \"$@\"") }
            for name in programs { try standIn(name, "") }
            let script = Repository.root.appending(path: ".ci/deps.sh").path()
            let path = folder.url.appending(path: "bin").path()
            return try await Command(["/bin/bash", script], in: folder.url, environment: ["PATH": path]).run()
        }
    }
}
#endif
