import BrowserApp
import CommandLineKit
import Foundation

@main
struct Main {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        // First, so that no signal ends the process between accepting a pixel and storing it.
        let signals = Signals([SIGINT, SIGTERM])
        let code = await BrowserProgram.program.run(
            Array(CommandLine.arguments.dropFirst()), environment: environment,
            console: .standard(environment: environment), interruption: { await signals.first() })
        exit(code)
    }
}
