import CommandLineKit
import DevServer
import Foundation

@main
struct Main {
    static func main() async {
        do {
            switch try Arguments(Array(CommandLine.arguments.dropFirst())) {
            case .help: write(Arguments.usage, to: .standardOutput)
            case .version: write("devserver \(ProgramVersion.current)\n", to: .standardOutput)
            case .serve(let configuration): await serve(configuration)
            }
        } catch {
            write("devserver: \(error.message) 'devserver --help' tells more.\n", to: .standardError)
            exit(EX_USAGE)
        }
    }

    private static func serve(_ configuration: LocalServer.Configuration) async {
        let signals = Signals([SIGINT, SIGTERM])
        do {
            let server = try LocalServer.start(configuration)
            write("listening on \(server.url.absoluteString)\n", to: .standardOutput)
            _ = await signals.first()
            await server.stop()
        } catch {
            write("\(error)\n", to: .standardError)
            exit(EXIT_FAILURE)
        }
    }

    /// Writes at once: whoever waits for the first line reads it through a pipe, where `print` would keep it back.
    private static func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data(text.utf8))
    }
}
