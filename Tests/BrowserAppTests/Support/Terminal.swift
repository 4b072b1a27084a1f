import BrowserApp
import CommandLineKit
import Foundation
import Primitives

/// The input and the output of a command line.
final class Terminal: Sendable {
    /// The result of a command line.
    struct Outcome: Equatable {
        var code: Int32
        var output = ""
        var errors = ""
    }

    private struct State {
        var output = ""
        var errors = ""
        var input: [String]
    }

    private let state: Locked<State>

    /// - Parameter input: The lines on standard input.
    init(input: [String] = []) { state = Locked(State(input: input)) }

    func console(showsProgress: Bool = false) -> Console {
        Console(
            write: { text in self.state.withLock { $0.output += text } },
            writeError: { text in self.state.withLock { $0.errors += text } },
            readLine: { self.state.withLock { $0.input.isEmpty ? nil : $0.input.removeFirst() } },
            showsProgress: showsProgress)
    }

    var written: (output: String, errors: String) { state.withLock { ($0.output, $0.errors) } }

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
