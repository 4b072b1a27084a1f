import BrowserApp
import CommandLineSupport
import Foundation

@main
struct Main {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let code = await BrowserProgram.run(
            Array(CommandLine.arguments.dropFirst()), environment: environment,
            console: .standard(environment: environment), interruption: { await Signals([SIGINT, SIGTERM]).first() })
        exit(code)
    }
}
