import BrowserApp
import CommandLineKit
import Foundation

@main
struct Main {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        // From the first moment: a signal must not end the process between taking something and keeping it.
        let signals = Signals([SIGINT, SIGTERM])
        let code = await BrowserProgram.run(
            Array(CommandLine.arguments.dropFirst()), environment: environment,
            console: .standard(environment: environment), interruption: { await signals.first() })
        exit(code)
    }
}
