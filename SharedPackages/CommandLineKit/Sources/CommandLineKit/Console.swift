import Dispatch
import Foundation

/// Where a command reads and writes.
package struct Console: Sendable {
    /// Writes text to standard output at once, as it is.
    package let write: @Sendable (String) -> Void
    /// Writes text to standard error at once, as it is.
    package let writeError: @Sendable (String) -> Void
    /// Reads a line of standard input, without its end; `nil` at the end.
    package let readLine: @Sendable () async -> String?
    /// Whether output may be coloured; never where no person reads it.
    package let hasColours: Bool
    /// Whether a person reads standard error, so that it may be written over.
    package let showsProgress: Bool

    package init(
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
        readLine: @escaping @Sendable () async -> String? = { nil }, hasColours: Bool = false,
        showsProgress: Bool = false
    ) {
        self.write = write
        self.writeError = writeError
        self.readLine = readLine
        self.hasColours = hasColours
        self.showsProgress = showsProgress
    }

    /// The process's own streams. `NO_COLOR` and `TERM=dumb` turn colours off.
    package static func standard(environment: [String: String]) -> Console {
        let isDumb = environment["TERM"] == "dumb"
        let wantsColours = environment["NO_COLOR", default: ""].isEmpty && !isDumb
        let lines = LineReader()
        return Console(
            write: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
            writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
            readLine: { await lines.next() }, hasColours: wantsColours && isatty(STDOUT_FILENO) != 0,
            showsProgress: !isDumb && isatty(STDERR_FILENO) != 0)
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

/// Standard input, line by line.
private struct LineReader: Sendable {
    // A thread of its own: a person who thinks must not hold up the threads that everything else runs on.
    private let queue = DispatchQueue(label: "standard input")

    func next() async -> String? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Swift.readLine()) }
        }
    }
}

extension String {
    /// The text with everything that would command a terminal replaced by `�`, so that it can be shown to a person.
    package var printable: String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
        )
    }
}
