package import CommandLineKit
import Foundation
import Telemetry

/// The program `browser`: its commands, the options of all of them, and the configuration that the options give.
package enum BrowserProgram {
    /// How long a command sends before it ends.
    static let flushTimeout: Duration = .seconds(5)
    /// How long a command waits for the telemetry sinks before it ends.
    static let telemetryTimeout: Duration = .seconds(1)

    package static let program = Program(syntax)

    static let syntax: Syntax = Syntax(
        "browser", summary: "Checks web addresses for threats and sends pixels about what happens.",
        commands: [
            .check, .visit, .subscribe, .restore, .settings, .datasets, .status, .telemetry, .explain, .flush,
            .consent, .run, .completions,
        ],
        options: options,
        notes: """
            Exit codes: 0 success, 1 failure, 2 a threat was found, 64 the command line is wrong,
            128 plus the signal's number if a signal ended the command.
            """)

    #if canImport(os)
    private static let logDestination = "the system's log"
    #else
    private static let logDestination = "standard error"
    #endif

    private static let options = [
        Option(
            "--data-dir", .folder("DIR"), variable: "BROWSER_DATA_DIR",
            help: "Store all data in DIR. By default in the system's folder for application data."),
        Option(
            "--pixel-url", .text("URL"), variable: "PIXEL_BASE_URL",
            help:
                "Send pixels to URL/t/NAME. By default \(AppConfiguration.developmentURL), the address of 'devserver --port 8787'."
        ),
        Option(
            "--services-url", .text("URL"), variable: "SERVICES_BASE_URL",
            help: "Use the protection and subscription services at URL. The same default."),
        Option(
            "--now", .text("ISO8601"),
            help: """
                Start the clock of frequency windows at this date, such as 2026-01-31 or 2026-01-31T12:00:00Z. \
                Queued requests keep the real date.
                """),
        Option(
            "--log-level", .word(of: TelemetryEvent.Level.self), variable: "BROWSER_LOG_LEVEL",
            help: "Log events of this level and above to \(logDestination). By default \(TelemetryOptions().logLevel)."
        ),
        Option(
            "--log-format", .word(of: LogFormat.self), variable: "BROWSER_LOG_FORMAT",
            help: "Log text for people or JSON for programs. By default \(TelemetryOptions().logFormat)."),
        Option("--inspect", .file("FILE"), help: "Append every telemetry event to FILE, one JSON object a line."),
        Option(
            "--inspect-percent", .text("PERCENT"),
            help: "Append only this share of the events to the file of --inspect, a flow as a whole."),
        Option(
            "--otlp-url", .text("URL"),
            help: "Export telemetry events to the OpenTelemetry collector at URL, by OTLP/HTTP to URL/v1/logs."),
        Option("--json", help: "Print JSON only, one object a line."),
        Option("--no-flush", help: "End without sending. A later command sends the queued requests."),
    ]
}

extension Command {
    static let completions = Command(
        "completions", Argument(.word(of: CompletionScript.Shell.self)),
        summary: "Print a completion script for a shell.",
        details: """
            Bash: eval "$(browser completions bash)". Zsh, after compinit: eval "$(browser completions zsh)". \
            Zsh also finds the script as a file '_browser' in a folder of $fpath.
            """
    ) { invocation in
        let shells = invocation.arguments.compactMap(CompletionScript.Shell.init)
        let script = shells.map(CompletionScript(BrowserProgram.syntax).text).joined()
        if invocation.isJSON {
            invocation.console.print(["script": script] as JSONLine)
        } else {
            invocation.console.write(script)
        }
        return .success
    }
}

extension ExitCode {
    /// A threat was found.
    static let threat = ExitCode(rawValue: 2)
}

extension Invocation {
    /// Returns the folders, addresses and options that the command line, the environment or the defaults give.
    func configuration() throws(UsageError) -> AppConfiguration {
        var configuration = AppConfiguration(
            dataFolder: value("--data-dir").map { URL(filePath: $0, directoryHint: .isDirectory) }
                ?? AppConfiguration.defaultDataFolder,
            pixelURL: try address("--pixel-url"), servicesURL: try address("--services-url"),
            startDate: try value(
                "--now", expected: "a date such as 2026-01-31 or 2026-01-31T12:00:00Z", Date.init(iso8601:)),
            isSending: !has("--no-flush"))
        if let level: TelemetryEvent.Level = choice("--log-level") { configuration.telemetry.logLevel = level }
        if let format: LogFormat = choice("--log-format") { configuration.telemetry.logFormat = format }
        configuration.telemetry.inspectedFile = value("--inspect").map {
            URL(filePath: $0, directoryHint: .notDirectory)
        }
        configuration.telemetry.otlpEndpoint = try optionalAddress("--otlp-url")
        if let percent = try value(
            "--inspect-percent", expected: "a number from 0 to 100",
            { Double($0).flatMap { (0...100).contains($0) ? $0 : nil } })
        {
            configuration.telemetry.inspectedPercent = percent
        }
        return configuration
    }

    private func address(_ option: String) throws(UsageError) -> URL {
        try optionalAddress(option) ?? AppConfiguration.developmentURL
    }

    private func optionalAddress(_ option: String) throws(UsageError) -> URL? {
        try value(option, expected: "an address such as http://127.0.0.1:8787", URL.init(webAddress:))
    }
}

extension URL {
    /// Creates a URL from text that begins with `http://` or `https://` and a host.
    init?(webAddress text: String) {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            !(url.host() ?? "").isEmpty
        else { return nil }
        self = url
    }
}

extension Date {
    /// Parses a day, or a time with an offset and optional fractions.
    fileprivate init?(iso8601 text: String) {
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601, Date.ISO8601FormatStyle(includingFractionalSeconds: true), .iso8601.year().month().day(),
        ]
        guard let date = styles.lazy.compactMap({ try? Date(text, strategy: $0) }).first else { return nil }
        self = date
    }
}
