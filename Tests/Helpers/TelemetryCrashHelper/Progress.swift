import Foundation

/// Tells the parent how far this process has come, one byte a step, so that it can kill at a step of its choice.
struct Progress: Sendable {
    /// Tells that something is about to happen, or has happened.
    func step() { tell("s") }

    /// Tells that one event is through all sinks.
    func pass() { tell("p") }

    private func tell(_ letter: String) { _ = letter.withCString { write(1, $0, 1) } }
}
