import CommandLineSupport

/// A command of `browser`: its help is data, its work a function.
struct Command: Sendable {
    let name: String
    /// What follows the name: `URL…`.
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
        .check, .visit, .settings, .datasets, .status, .explain, .flush, .consent, .run, .completions,
    ]
}

/// An option, with or without a value.
struct Option: Sendable {
    let name: String
    /// What stands for the value in the help; `nil` for an option without one.
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

    /// Allowed before and after every command.
    static let global: [Option] = [
        Option("--data-dir", "DIR", variable: "BROWSER_DATA_DIR", help: "Keep all data in DIR."),
        Option("--pixel-url", "URL", variable: "PIXEL_BASE_URL", help: "Send pixels to URL/t/NAME."),
        Option("--services-url", "URL", variable: "SERVICES_BASE_URL", help: "Ask the protection service at URL."),
        Option("--now", "ISO8601", help: "Start at this date: 2026-01-31T12:00:00Z. Windows follow it."),
        Option("--json", help: "Print one JSON object a line, and nothing else, on standard output."),
        Option("--no-flush", help: "End without sending; what waits goes out next time."),
        Option("--help", help: "Print help."),
        Option("--version", help: "Print the version."),
    ]
}

/// How a command ends.
enum ExitCode: Int32, Sendable {
    case success = 0
    case failure = 1
    /// A threat was found.
    case threat = 2
    /// The command line makes no sense.
    case usage = 64
}

/// Why a command line makes no sense, and what would.
struct UsageError: Error, Equatable {
    let message: String
    /// The command whose help tells more.
    var command: String?
}
