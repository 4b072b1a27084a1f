package import CommandLineSupport
import Foundation
import PixelKit

/// The program `browser`: takes the command line apart, runs the command, and ends in order.
package enum BrowserProgram {
    /// How long a command sends before it ends.
    static let flushTimeout: Duration = .seconds(5)

    /// Runs a command line and returns the exit code.
    ///
    /// - Parameters:
    ///   - words: What follows the program's name.
    ///   - interruption: Waits for a signal that asks the process to end, and returns its number.
    package static func run(
        _ words: [String], environment: [String: String], console: Console,
        interruption: (@Sendable () async -> Int32?)? = nil
    ) async -> Int32 {
        do {
            switch try CommandLineParser.parse(words) {
            case .version: console.print("browser \(HelpText.version)")
            case .help(nil): console.print(HelpText.overview)
            case .help(let command?): console.print(HelpText.text(for: command))
            case .run(let command, let arguments, let options):
                let invocation = Invocation(
                    command: command, arguments: arguments, options: options, environment: environment,
                    console: console, interruption: interruption)
                return try await command.run(invocation).rawValue
            }
            return ExitCode.success.rawValue
        } catch let error as UsageError {
            let help = error.command.map { "browser help \($0)" } ?? "browser help"
            console.printError("browser: \(error.message) '\(help)' tells more.")
            return ExitCode.usage.rawValue
        } catch {
            console.printError("browser: \(error)")
            return ExitCode.failure.rawValue
        }
    }
}

extension Invocation {
    /// Builds the app, runs `body`, and sends what waits; also when `body` throws or the process is asked to end.
    func withApp(_ body: @Sendable (CompositionRoot) async throws -> ExitCode) async throws -> ExitCode {
        let app = CompositionRoot(try configuration())
        let result: Result<ExitCode, any Error>
        let watcher = interruption.map { interruption in
            Task {
                guard let signal = await interruption() else { return }
                await end(app)
                exit(128 + signal)  // As shells report it; a blocking read would keep an orderly return from happening.
            }
        }
        defer { watcher?.cancel() }
        do {
            result = .success(try await body(app))
        } catch {
            result = .failure(error)
        }
        await end(app)
        return try result.get()
    }

    private func end(_ app: CompositionRoot) async {
        let timeout = options["--no-flush"] == nil ? BrowserProgram.flushTimeout : .zero
        guard case .timedOut(let pending) = await app.pixels.shutdown(timeout: timeout), pending > 0 else { return }
        guard options["--no-flush"] == nil, !isJSON else { return }
        let requests = pending == 1 ? "1 request waits" : "\(pending) requests wait"
        console.printError("\(requests) for \(app.configuration.pixelURL.absoluteString); sent next time.")
    }
}
