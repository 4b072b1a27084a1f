import BrowserApp
import CommandLineKit
import Foundation

/// The input and the output of a command line.
final class Terminal: @unchecked Sendable {  // Its `var`s are touched under `lock` alone.
    /// The result of a command line.
    struct Outcome: Equatable {
        var code: Int32
        var output = ""
        var errors = ""
    }

    private let lock = NSLock()
    private var output = ""
    private var errors = ""
    private var input: [String]

    /// - Parameter input: The lines on standard input.
    init(input: [String] = []) { self.input = input }

    func console(showsProgress: Bool = false) -> Console {
        Console(
            write: { text in self.lock.withLock { self.output += text } },
            writeError: { text in self.lock.withLock { self.errors += text } },
            readLine: { self.lock.withLock { self.input.isEmpty ? nil : self.input.removeFirst() } },
            showsProgress: showsProgress)
    }

    var written: (output: String, errors: String) { lock.withLock { (output, errors) } }

    /// Runs `browser`.
    func run(_ words: [String], environment: [String: String] = [:]) async -> Outcome {
        let code = await BrowserProgram.program.run(words, environment: environment, console: console())
        let (output, errors) = written
        return Outcome(code: code, output: output, errors: errors)
    }
}

/// Runs `browser` without input.
func browser(_ words: String..., environment: [String: String] = [:]) async -> Terminal.Outcome {
    await Terminal().run(words, environment: environment)
}
