import CommandLineKit
import Telemetry

/// A command of `browser`: its help is data, its work a function.
struct Command: Sendable {
    let name: String
    /// What follows the name: `URL…`, or words to choose from: `update|status`.
    let arguments: String
    let summary: String
    /// More for `help COMMAND`, a paragraph.
    let details: String
    /// Its own options, next to the global ones.
    let options: [Option]
    let run: @Sendable (Invocation) async throws -> ExitCode

    init(
        _ name: String, _ arguments: String = "", summary: String, details: String, options: [Option] = [],
        run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) {
        self.name = name
        self.arguments = arguments
        self.summary = summary
        self.details = details
        self.options = options
        self.run = run
    }

    /// All commands, in the order of the help.
    static let all: [Command] = [
        .check, .visit, .subscribe, .restore, .settings, .datasets, .status, .telemetry, .explain, .flush, .consent,
        .run, .completions,
    ]
}

/// An option, with or without a value.
struct Option: Sendable {
    let name: String
    /// What stands for the value in the help, or the words to choose from; `nil` for an option without one.
    let value: String?
    /// The environment variable that stands in for it.
    let variable: String?
    let summary: String

    init(_ name: String, _ value: String? = nil, variable: String? = nil, help summary: String) {
        self.name = name
        self.value = value
        self.variable = variable
        self.summary = summary
    }

    #if canImport(os)
    private static let logDestination = "the system's log"
    #else
    private static let logDestination = "standard error"
    #endif

    /// Allowed before and after every command.
    static let global: [Option] = [
        Option(
            "--data-dir", "DIR", variable: "BROWSER_DATA_DIR",
            help: "Keep all data in DIR; by default in the system's folder for application data."),
        Option(
            "--pixel-url", "URL", variable: "PIXEL_BASE_URL",
            help:
                "Send pixels to URL/t/NAME; \(AppConfiguration.developmentURL) by default, as 'devserver --port 8787'."),
        Option(
            "--services-url", "URL", variable: "SERVICES_BASE_URL",
            help: "Ask the protection service at URL; the same by default."),
        Option(
            "--now", "ISO8601",
            help:
                "The date that windows see at the start, such as 2026-01-31 or 2026-01-31T12:00:00Z. What waits keeps to the real date."
        ),
        Option(
            "--log-level", TelemetryEvent.Level.allCases.map(\.rawValue).joined(separator: "|"),
            variable: "BROWSER_LOG_LEVEL",
            help:
                "Log what happens, from this level on, to \(logDestination). \(TelemetryOptions().logLevel) by default."
        ),
        Option(
            "--log-format", LogFormat.allCases.map(\.rawValue).joined(separator: "|"), variable: "BROWSER_LOG_FORMAT",
            help: "Log lines for people, or JSON objects for programs; \(TelemetryOptions().logFormat) by default."),
        Option("--inspect", "FILE", help: "Append everything that happens to FILE, one JSON object a line."),
        Option("--json", help: "Print one JSON object a line, and nothing else, on standard output."),
        Option("--no-flush", help: "End at once; what has not gone out goes next time."),
        Option("--help", help: "Print help. Also -h."),
        Option("--version", help: "Print the version."),
    ]
}

/// How a command ends.
struct ExitCode: Equatable, Sendable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    static let failure = ExitCode(rawValue: 1)
    /// A threat was found.
    static let threat = ExitCode(rawValue: 2)
    /// The command line makes no sense.
    static let usage = ExitCode(rawValue: 64)
    /// A signal asked the process to end; shells report it so.
    static func interrupted(by signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) }
    var isInterruption: Bool { rawValue > 128 }
}

/// Why a command line makes no sense, and what would.
struct UsageError: Error, Equatable {
    let message: String
    /// The command whose help tells more.
    var command: String?
}
