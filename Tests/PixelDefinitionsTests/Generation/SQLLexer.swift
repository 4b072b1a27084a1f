import PixelGeneration

/// Splits SQL as the lexer of a database does.
struct SQLLexer {
    enum Token: Equatable {
        case literal(String)
        case identifier(String)
        case comment
        /// A word, a number or a mark.
        case other(String)
        /// A quote or comment that does not end.
        case open
    }

    private let isClickHouse: Bool
    private var rest: ArraySlice<Unicode.Scalar>

    static func tokens(of sql: String, in dialect: SQLDialect) -> [Token] {
        var lexer = SQLLexer(isClickHouse: dialect != .duckdb, rest: Array(sql.unicodeScalars)[...])
        var tokens: [Token] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    /// The tokens without the texts in quotes: what a hostile text must not change.
    static func shape(of sql: String, in dialect: SQLDialect) -> [Token] {
        tokens(of: sql, in: dialect).map { token in
            switch token {
            case .literal: .literal("")
            case .identifier: .identifier("")
            case .other(let word) where word.allSatisfy(\.isNumber): .other("0")  // The length of a name.
            case .comment, .other, .open: token
            }
        }
    }

    private mutating func next() -> Token? {
        while let scalar = rest.first, scalar.properties.isWhitespace { rest.removeFirst() }
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case "\0": return .open
        case "'": return quoted("'").map(Token.literal) ?? .open
        case "\"", "`": return quoted(first).map(Token.identifier) ?? .open
        case "-" where rest.first == "-":
            rest = rest.drop { $0 != "\n" && (isClickHouse || $0 != "\r") }
            return .comment
        case "/" where rest.first == "*": return .open
        case "$" where !isClickHouse: return .open
        default: return .other(word(from: first))
        }
    }

    private mutating func word(from first: Unicode.Scalar) -> String {
        var word = String(first)
        guard Self.isPartOfWord(first) else { return word }
        while let scalar = rest.first, Self.isPartOfWord(scalar) {
            word.unicodeScalars.append(scalar)
            rest.removeFirst()
        }
        return word
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
    }

    private mutating func quoted(_ quote: Unicode.Scalar) -> String? {
        var text = ""
        while let scalar = rest.popFirst() {
            if scalar == "\0" { return nil }
            if scalar == quote {
                guard rest.first == quote else { return text }
                rest.removeFirst()
            } else if scalar == "\\", isClickHouse {
                guard let letter = rest.popFirst() else { return nil }
                text.unicodeScalars.append(Self.escapes[letter] ?? letter)
                continue
            }
            text.unicodeScalars.append(scalar)
        }
        return nil
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "0": "\0"]
}
