import CommandLineSupport
import Foundation

/// A command line that makes sense, with what the command needs to run.
struct Invocation: Sendable {
    let command: Command
    /// What follows the command, without options.
    let arguments: [String]
    /// Options by name, with their values; options without one have an empty one.
    let options: [String: String]
    let environment: [String: String]
    let console: Console
    /// Waits for a signal that asks the process to end.
    var interruption: (@Sendable () async -> Int32?)?

    var isJSON: Bool { options["--json"] != nil }

    /// The value of an option, or of the environment variable that stands in for it.
    func value(_ option: String) -> String? {
        if let value = options[option] { return value }
        guard let variable = Option.global.first(where: { $0.name == option })?.variable else { return nil }
        return environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Prints a JSON object when JSON was asked for, otherwise the text.
    func print(_ json: @autoclosure () -> JSONLine, or text: @autoclosure () -> String) {
        if isJSON { console.print(json()) } else { console.print(text()) }
    }

    func usage(_ message: String) -> UsageError { UsageError(message: message, command: command.name) }

    /// Where data are kept and whom the app talks to, by options, environment and defaults in this order.
    func configuration() throws(UsageError) -> AppConfiguration {
        AppConfiguration(
            dataFolder: value("--data-dir").map { URL(filePath: $0, directoryHint: .isDirectory) }
                ?? AppConfiguration.defaultDataFolder,
            pixelURL: try address("--pixel-url"), servicesURL: try address("--services-url"),
            startDate: try date("--now"))
    }

    private func address(_ option: String) throws(UsageError) -> URL {
        guard let text = value(option) else { return AppConfiguration.developmentURL }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else {
            throw usage("\(option) is '\(text)'; use an address such as http://127.0.0.1:8787.")
        }
        return url
    }

    private func date(_ option: String) throws(UsageError) -> Date? {
        guard let text = value(option) else { return nil }
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw usage("\(option) is '\(text)'; use a date such as 2026-01-31T12:00:00Z.")
        }
        return date
    }
}
