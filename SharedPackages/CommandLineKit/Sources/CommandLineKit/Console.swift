import Dispatch
import Foundation

/// The streams of a command.
package struct Console: Sendable {
    /// Writes text to standard output at once, as it is.
    package let write: @Sendable (String) -> Void
    /// Writes text to standard error at once, as it is.
    package let writeError: @Sendable (String) -> Void
    /// Reads a line of standard input, without its end. Returns `nil` at the end of the input.
    package let readLine: @Sendable () async -> String?
    /// Whether output may be coloured.
    package let hasColours: Bool
    /// Whether standard error is a terminal, on which a line can be erased.
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

    /// Returns the streams of the process. `NO_COLOR` and `TERM=dumb` turn colours off.
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

    /// Returns the text in a colour if colours are on.
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

    /// Runs some work. While it takes longer than a second, a terminal shows the text.
    package func showing<Result: Sendable>(
        _ text: String, clock: any Clock<Duration> = ContinuousClock(), _ work: () async -> Result
    ) async -> Result {
        guard showsProgress else { return await work() }
        let line = Task {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return false }  // The work ended first.
            writeError(text)
            return true
        }
        let value = await work()
        line.cancel()
        if await line.value { writeError("\r\u{1B}[K") }
        return value
    }
}

/// Standard input, line by line.
private struct LineReader: Sendable {
    // A thread of its own, so that waiting for a person does not block the threads that tasks run on.
    private let queue = DispatchQueue(label: "standard input")

    func next() async -> String? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Swift.readLine()) }
        }
    }
}

/// A JSON object on one line, with its keys in the order written.
package struct JSONLine: ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private let pairs: [(String, any Encodable)]

    package init(dictionaryLiteral elements: (String, any Encodable)...) { pairs = elements }

    package var description: String {
        "{" + pairs.map { "\(Self.json($0.0)):\(Self.json($0.1))" }.joined(separator: ",") + "}"
    }

    private static func json(_ value: any Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension String {
    /// The text with `�` in place of every character that commands a terminal or changes how the line is shown: control
    /// characters, line and paragraph separators, and direction marks.
    package var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar.properties.isBidiControl ? "\u{FFFD}" : scalar
                    }
                }))
    }
}
