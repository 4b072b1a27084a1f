/// A command line that was parsed and validated, and the streams that the command uses.
package struct Invocation: Sendable {
    /// A text of the command line or the environment, and the name under which it was given.
    struct Given: Sendable {
        let source: String
        let text: String
    }

    /// The name of the command. `nil` in a program without commands.
    package let command: String?
    /// The words after the command, without options.
    package let arguments: [String]
    package let environment: [String: String]
    package let console: Console
    /// Waits for a signal that asks the process to end, and returns its number.
    package let interruption: @Sendable () async -> Int32?
    /// What was given for each option. A flag has an empty text.
    let options: [String: [Given]]

    /// Whether an option was given, by its name or by its environment variable.
    package func has(_ option: String) -> Bool { options[option] != nil }

    /// Whether an option was given by its name. An environment variable does not count.
    package func isOnCommandLine(_ option: String) -> Bool { options[option]?.last?.source == option }

    /// The value of an option. If it was given several times, the last one.
    package func value(_ option: String) -> String? { options[option]?.last?.text }

    /// All values of an option that may be repeated.
    package func values(_ option: String) -> [String] { options[option]?.map(\.text) ?? [] }

    /// The value of an option whose words are the raw values of an enum.
    package func choice<Choice: RawRepresentable<String>>(_ option: String) -> Choice? {
        value(option).flatMap(Choice.init)
    }

    /// Converts the value of an option.
    ///
    /// - Parameter expected: A noun phrase for the message: "a number from 0 to 65535".
    /// - Throws: A ``UsageError`` that names the option, or the variable that stood in for it.
    package func value<Converted>(
        _ option: String, expected: String, _ convert: (String) -> Converted?
    ) throws(UsageError) -> Converted? {
        try values(option, expected: expected, convert).last
    }

    /// Converts all values of an option that may be repeated.
    package func values<Converted>(
        _ option: String, expected: String, _ convert: (String) -> Converted?
    ) throws(UsageError) -> [Converted] {
        var values: [Converted] = []
        for given in options[option] ?? [] {
            guard let value = convert(given.text) else {
                throw UsageError("\(given.source) is '\(given.text.printable)'. Use \(expected).")
            }
            values.append(value)
        }
        return values
    }

    /// Whether the command should print JSON.
    package var isJSON: Bool { has("--json") }

    /// Prints the JSON if `--json` was given, otherwise the text.
    package func print(_ json: @autoclosure () -> JSONLine, or text: @autoclosure () -> String) {
        if isJSON { console.print(json()) } else { console.print(text()) }
    }
}
