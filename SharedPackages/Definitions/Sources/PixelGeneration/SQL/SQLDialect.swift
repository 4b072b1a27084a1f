/// A database that can be asked about what was received.
package enum SQLDialect: String, CaseIterable, Sendable {
    /// A current ClickHouse.
    case clickhouse
    /// ClickHouse 18.16, the version of Debian 12.
    case clickhouse18
    case duckdb

    var isClickHouse: Bool { self != .duckdb }
}

/// The only ways for text of a definition or a caller to enter SQL.
///
/// They work on scalars. As a `Character`, a quote with a combining accent behind it is not a quote.
extension SQLDialect {
    /// A string literal.
    package func literal(_ text: String) -> String { quoted(text, "'") }

    /// A quoted identifier.
    package func identifier(_ name: String) -> String { quoted(name, isClickHouse ? "`" : "\"") }

    /// A comment of one line. Control characters and line separators become blanks.
    package func comment(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.unicodeScalars.append(" ")
            default: line.unicodeScalars.append(scalar)
            }
        }
        return "-- \(line)"
    }

    private func quoted(_ text: String, _ quote: Unicode.Scalar) -> String {
        var result = String(quote)
        for scalar in text.unicodeScalars {
            switch (scalar, isClickHouse) {
            case (quote, true), ("\\", true): result.unicodeScalars.append(contentsOf: ["\\", scalar])
            case (quote, false): result.unicodeScalars.append(contentsOf: [quote, quote])
            // The lexers of both end a query at NUL. Only ClickHouse has an escape for it.
            case ("\0", true): result += "\\0"
            case ("\0", false): result += "\u{FFFD}"
            // clickhouse-client 18.16 takes the end of a line for the end of inserted values.
            case ("\n", true): result += "\\n"
            case ("\r", true): result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        result.unicodeScalars.append(quote)
        return result
    }
}

/// Gives each name once, without regard to case: DuckDB takes `A` and `a` for one name.
struct UniqueNames {
    private var taken: Set<String>

    init(reserved: [String]) { taken = Set(reserved.map { $0.lowercased() }) }

    /// Returns `name`, with a number behind it if it is taken.
    mutating func claim(_ name: String) -> String {
        var candidate = name
        var number = 1
        while !taken.insert(candidate.lowercased()).inserted {
            number += 1
            candidate = "\(name)_\(number)"
        }
        return candidate
    }
}
