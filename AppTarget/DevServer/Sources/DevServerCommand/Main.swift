import CommandLineKit
import DevServer
import Foundation
import Primitives

@main
struct Main {
    private static let defaultDefinitions = "AppTarget/PixelDefinitions"

    private static let syntax = Syntax(
        Command(
            "devserver",
            summary: "Runs the services of the app, and the inspector, on 127.0.0.1.",
            details: """
                The first line of output is the address. Open it in a browser for the inspector. SIGINT and SIGTERM end \
                the server.
                """,
            options: [
                Option("--port", .text("N"), help: "The port. By default 0, which picks a free one."),
                Option("--log", .file("FILE"), help: "Append each collected request to FILE, as one line of JSON."),
                Option(
                    "--data", .folder("DIR"), help: "Serve the protection data in DIR instead of the built-in data."),
                Option(
                    "--definitions", .folder("DIR"),
                    help: "Judge pixels and wide events by the definitions in DIR. By default \(defaultDefinitions)."),
                Option(
                    "--history", .folder("DIR"),
                    help: """
                        Keep the records of the inspector in DIR. By default in the system's folder for application \
                        data, one folder for each port.
                        """),
                Option("--ephemeral", help: "Keep the records in memory only. This is so for a port that is picked."),
            ], run: serve),
        notes: """
            GET  /api/protection/hashPrefix?category=C&revision=N   changes of the hash prefixes
            GET  /api/protection/filterSet?category=C&revision=N    changes of the filters
            GET  /api/protection/matches?hashPrefix=abcd            dangerous URLs
            any  /t/…, /e                                           collected
            GET  /                                                  the inspector
            GET, DELETE /api/records, GET /api/wait                 the inspector for scripts
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
        let hasDefault = FileManager.default.fileExists(atPath: defaultDefinitions)
        let definitions = invocation.value("--definitions") ?? (hasDefault ? defaultDefinitions : nil)
        configuration.definitions = definitions.map { URL(filePath: $0, directoryHint: .isDirectory) }
        configuration.history = history(invocation, port: configuration.port)
        let signals = Signals([SIGINT, SIGTERM])
        LocalServer.raiseFileLimit()
        let server = try LocalServer.start(configuration)
        invocation.console.print("listening on \(server.url.absoluteString)")
        _ = await signals.first()
        // Not longer, even if the log is a pipe that is full and blocks the server's thread.
        await valueOrNil(within: .milliseconds(1500), clock: ContinuousClock()) { await server.stop() }
        return .success
    }

    /// The folder of the inspector's records. `nil` keeps them in memory only.
    private static func history(_ invocation: Invocation, port: UInt16) -> URL? {
        if invocation.has("--ephemeral") { return nil }
        if let folder = invocation.value("--history") { return URL(filePath: folder, directoryHint: .isDirectory) }
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return port == 0 ? nil : folder?.appending(path: "devserver/\(port)")
    }
}
