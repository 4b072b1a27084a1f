import Foundation

/// Where a command reads and writes.
package struct Console: Sendable {
    /// Writes text to standard output at once, as it is.
    package let write: @Sendable (String) -> Void
    /// Writes text to standard error at once, as it is.
    package let writeError: @Sendable (String) -> Void
    /// Reads a line of standard input, without its end; `nil` at the end.
    package let readLine: @Sendable () -> String?
    /// Whether a person reads standard output.
    package let isTerminal: Bool
    /// Whether a person can answer questions.
    package let isInteractive: Bool
    /// Whether output may be coloured.
    package let hasColours: Bool

    package init(
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
        readLine: @escaping @Sendable () -> String? = { nil }, isTerminal: Bool = false, isInteractive: Bool = false,
        hasColours: Bool = false
    ) {
        self.write = write
        self.writeError = writeError
        self.readLine = readLine
        self.isTerminal = isTerminal
        self.isInteractive = isInteractive
        self.hasColours = hasColours
    }

    /// The process's own streams. `NO_COLOR` and `TERM=dumb` turn colours off.
    package static func standard(environment: [String: String]) -> Console {
        let isTerminal = isatty(STDOUT_FILENO) != 0
        return Console(
            write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
            writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
            readLine: { Swift.readLine() }, isTerminal: isTerminal, isInteractive: isatty(STDIN_FILENO) != 0,
            hasColours: isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb")
    }

    /// Writes a line to standard output.
    package func print(_ text: some CustomStringConvertible) { write("\(text)\n") }

    /// Writes a line to standard error.
    package func printError(_ text: some CustomStringConvertible) { writeError("\(text)\n") }

    /// The text in a colour, where colours are on.
    package func colour(_ colour: Colour, _ text: String) -> String {
        hasColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A colour or weight, as a terminal code.
    package enum Colour: Int, Sendable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }
}
