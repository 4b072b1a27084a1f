import CommandLineKit
import DevServer
import Foundation
import Primitives

@main
struct Main {
    private static let syntax = Syntax(
        Command(
            "devserver",
            summary: "Runs the services of the app on 127.0.0.1.",
            details: "The first line of output is the address. SIGINT and SIGTERM end the server.",
            options: [
                Option("--port", .text("N"), help: "The port. By default 0, which picks a free one."),
                Option("--log", .file("FILE"), help: "Append each collected request to FILE, as one line of JSON."),
                Option(
                    "--data", .folder("DIR"), help: "Serve the protection data in DIR instead of the built-in data."),
            ], run: serve),
        notes: """
            GET  /api/protection/hashPrefix?category=C&revision=N   changes of the hash prefixes
            GET  /api/protection/filterSet?category=C&revision=N    changes of the filters
            GET  /api/protection/matches?hashPrefix=abcd            dangerous URLs
            any  /t/…, /e                                           collected
            GET  /_requests, /_events                               the collected requests; the same, live
            POST /_faults   [{"path":"/t/","status":503,"count":3,"retryAfter":"2","delayMs":100,"close":true}]
            GET, DELETE /_faults                                    the faults that are left; none
            """)

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let words = Array(CommandLine.arguments.dropFirst())
        exit(await Program(syntax).run(words, environment: environment, console: .standard(environment: environment)))
    }

    private static func serve(_ invocation: Invocation) async throws -> ExitCode {
        var configuration = LocalServer.Configuration()
        let port = try invocation.value("--port", expected: "a number from 0 to 65535", UInt16.init)
        configuration.port = port ?? configuration.port
        configuration.log = invocation.value("--log").map { URL(filePath: $0) }
        configuration.data = invocation.value("--data").map { URL(filePath: $0) }
        let signals = Signals([SIGINT, SIGTERM])
        LocalServer.raiseFileLimit()
        let server = try LocalServer.start(configuration)
        invocation.console.print("listening on \(server.url.absoluteString)")
        _ = await signals.first()
        // Not longer, even if the log is a pipe that is full and blocks the server's thread.
        await valueOrNil(within: .milliseconds(1500), clock: ContinuousClock()) { await server.stop() }
        return .success
    }
}
