import CommandLineKit
import Foundation
import Telemetry

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
    let interruption: @Sendable () async -> Int32?

    var isJSON: Bool { options["--json"] != nil }

    /// The value of an option, or of the environment variable that stands in for it.
    func value(_ option: String) -> String? { source(of: option)?.value }

    /// Prints a JSON object when JSON was asked for, otherwise the text.
    func print(_ json: @autoclosure () -> JSONLine, or text: @autoclosure () -> String) {
        if isJSON { console.print(json()) } else { console.print(text()) }
    }

    func usage(_ message: String) -> UsageError { UsageError(message: message, command: command.name) }

    /// Where data are kept and whom the app talks to, by options, environment and defaults in this order.
    func configuration() throws(UsageError) -> AppConfiguration {
        var configuration = AppConfiguration(
            dataFolder: value("--data-dir").map { URL(filePath: $0, directoryHint: .isDirectory) }
                ?? AppConfiguration.defaultDataFolder,
            pixelURL: try address("--pixel-url"), servicesURL: try address("--services-url"),
            startDate: try date("--now"), isSending: options["--no-flush"] == nil)
        configuration.telemetry = try telemetry()
        return configuration
    }

    private func telemetry() throws(UsageError) -> TelemetryOptions {
        var telemetry = TelemetryOptions()
        if let level: TelemetryEvent.Level = try choice("--log-level") { telemetry.logLevel = level }
        if let format: LogFormat = try choice("--log-format") { telemetry.logFormat = format }
        telemetry.inspectedFile = value("--inspect").map { URL(filePath: $0, directoryHint: .notDirectory) }
        return telemetry
    }

    /// What an option chooses from a few words; `nil` when it was not given.
    private func choice<Choice>(_ option: String) throws(UsageError) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let (name, text) = source(of: option) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let guess = nearest(to: text, in: words).map { " Did you mean '\($0)'?" } ?? ""
        throw usage("\(name) is '\(text.printable)'; use \(words.joined(separator: ", ")).\(guess)")
    }

    /// What was set, and under which name: that of the option, or of the variable.
    private func source(of option: String) -> (name: String, value: String)? {
        if let value = options[option] { return (option, value) }
        guard let variable = Option.global.first(where: { $0.name == option })?.variable,
            let value = environment[variable], !value.isEmpty
        else { return nil }
        return (variable, value)
    }

    private func address(_ option: String) throws(UsageError) -> URL {
        guard let (name, text) = source(of: option) else { return AppConfiguration.developmentURL }
        guard let url = URL(string: text), url.isWebAddress else {
            throw usage("\(name) is '\(text.printable)'; use an address such as http://127.0.0.1:8787.")
        }
        return url
    }

    private func date(_ option: String) throws(UsageError) -> Date? {
        guard let (name, text) = source(of: option) else { return nil }
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601, Date.ISO8601FormatStyle(includingFractionalSeconds: true), .iso8601.year().month().day(),
        ]
        guard let date = styles.lazy.compactMap({ try? Date(text, strategy: $0) }).first else {
            throw usage("\(name) is '\(text.printable)'; use a date such as 2026-01-31 or 2026-01-31T12:00:00Z.")
        }
        return date
    }
}

extension URL {
    /// Whether it begins with `http://` or `https://` and a host.
    var isWebAddress: Bool {
        ["http", "https"].contains(scheme?.lowercased()) && !(host() ?? "").isEmpty
    }
}
