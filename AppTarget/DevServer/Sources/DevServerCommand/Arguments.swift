import CommandLineKit
import DevServer
import Foundation

/// What the command line asks for.
enum Arguments {
    case serve(LocalServer.Configuration)
    case help
    case version

    /// Why a command line makes no sense, in one sentence.
    struct Problem: Error { let message: String }

    static let usage = """
        Usage: devserver [--port N] [--log FILE] [--data DIR]

        Plays the services that the app talks to, on 127.0.0.1. The first line of output tells the address.

          --port N     The port; 0, the default, picks a free one.
          --log FILE   Append each collected request to FILE, as one line of JSON.
          --data DIR   Serve the protection data in DIR instead of the built-in data.
          --help       Print this text.
          --version    Print the version.

        GET  /api/protection/hashPrefix?category=C&revision=N   changes of the hash prefixes
        GET  /api/protection/filterSet?category=C&revision=N    changes of the filters
        GET  /api/protection/matches?hashPrefix=abcd            dangerous URLs
        any  /t/…, /e                                           collected
        GET  /_requests, /_events                               what was collected; the same, live
        POST /_faults   [{"path":"/t/","status":503,"count":3,"retryAfter":"2","delayMs":100,"close":true}]
        GET, DELETE /_faults                                    the faults to come; none

        SIGINT and SIGTERM end it in order.

        """

    init(_ words: [String]) throws(Problem) {
        var configuration = LocalServer.Configuration()
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = { () throws(Problem) -> String in
                let value = parts.count == 2 ? parts[1] : rest.popFirst() ?? ""
                guard !value.isEmpty else { throw Problem(message: "\(parts[0]) wants a value.") }
                return value
            }
            switch parts[0] {
            case "--help", "-h":
                self = .help
                return
            case "--version":
                self = .version
                return
            case "--port": configuration.port = try Self.port(value())
            case "--log": configuration.log = try URL(filePath: value())
            case "--data": configuration.data = try URL(filePath: value())
            default:
                let guess = suggestion(for: parts[0], in: ["--port", "--log", "--data", "--help", "--version"])
                throw Problem(message: "'\(word)' is not known.\(guess)")
            }
        }
        self = .serve(configuration)
    }

    private static func port(_ text: String) throws(Problem) -> UInt16 {
        guard let port = UInt16(text) else {
            throw Problem(message: "--port is '\(text)'; use a number from 0 to 65535.")
        }
        return port
    }
}
