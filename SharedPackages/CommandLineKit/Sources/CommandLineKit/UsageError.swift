/// The exit status of a command.
package struct ExitCode: Equatable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let success = ExitCode(rawValue: 0)
    package static let failure = ExitCode(rawValue: 1)
    /// The command line is wrong.
    package static let usage = ExitCode(rawValue: 64)

    /// A signal ended the command. Shells report it the same way.
    package static func interrupted(by signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) }

    package var isInterruption: Bool { rawValue > 128 }
}

/// The reason why a command line is wrong, with the remedy.
package struct UsageError: Error, Equatable {
    package let message: String
    /// The command whose help says more. `nil` for the program's own.
    var command: String?

    package init(_ message: String) { self.message = message }

    init(_ message: String, command: String?) {
        self.message = message
        self.command = command
    }

    static func unknown(_ kind: String, _ word: String, known: [String], command: String? = nil) -> UsageError {
        UsageError("Unknown \(kind) '\(word.printable)'.\(suggestion(for: word, in: known))", command: command)
    }
}

/// Returns a question to append to a message, such as " Did you mean 'check'?". Empty if no word is similar.
package func suggestion(for word: String, in words: [String]) -> String {
    nearest(to: word, in: words).map { " Did you mean '\($0)'?" } ?? ""
}

/// Returns the most similar word of a list, or `nil` if none is similar enough to be a misspelling.
package func nearest(to word: String, in words: [String]) -> String? {
    let limit = max(2, word.count / 3)
    // The distance takes time in proportion to both lengths, so long words and words of other lengths are left out.
    let similar = words.filter { word.count <= 200 && abs($0.count - word.count) <= limit }
    let ranked = similar.map { (word: $0, distance: editDistance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= limit ? best.word : nil
}

/// Returns the number of insertions, removals and replacements that turn one word into the other.
private func editDistance(_ first: String, _ second: String) -> Int {
    let target = Array(second)
    var row = Array(0...target.count)
    for (index, character) in first.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in target.indices {
            let replaced = diagonal + (target[column] == character ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
        }
    }
    return row[target.count]
}

extension [String] {
    /// The words as a list for a sentence: "a, b or c".
    package var alternatives: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }
}
