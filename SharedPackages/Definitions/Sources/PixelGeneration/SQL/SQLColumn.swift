import JSONSchema

/// A column of a typed view: a declared parameter, or a leaf of a wide event.
struct SQLColumn {
    enum Kind: Equatable {
        case text, integer, number, boolean
        /// The declared values, in the declared order, which is the order of the column.
        case choice([String])
    }

    var name: String
    /// The key of a parameter, or the path of a leaf.
    var path: [String]
    var description: String
    var kind: Kind
    /// The name of the text that the value is made of.
    var text = ""
}

extension [SQLColumn] {
    /// Names the texts behind the columns, after the columns have their names.
    func namingTexts(_ names: inout UniqueNames) -> [SQLColumn] {
        enumerated().map { index, column in
            var column = column
            column.text = names.claim("sent_\(index + 1)")
            return column
        }
    }
}

extension SQLColumn.Kind {
    /// The kind for values of `schema`.
    init(_ schema: JSONValue) {
        let types = schema["type"]?.jsonTypes ?? [.string]
        if schema["encoding"] == nil, types == [.string], let values = schema["enum"]?.elements {
            var known: Set<[UInt8]> = []  // Not strings: Swift takes `é` and `e` with an accent for the same.
            let texts = values.compactMap(\.scriptText).filter { known.insert(Array($0.utf8)).inserted }
            if !texts.isEmpty, texts.count <= Int16.max {
                self = Set(texts) == ["true", "false"] ? .boolean : .choice(texts)
                return
            }
        }
        switch types {
        case [.integer]: self = .integer
        case [.number]: self = .number
        case [.boolean]: self = .boolean
        default: self = .text
        }
    }

    /// The value of `text`, an expression for a text or NULL: NULL when it is not of this kind.
    ///
    /// Patterns state what a number is, since each database reads other texts as numbers.
    func value(of text: String, in dialect: SQLDialect) -> String {
        switch self {
        case .text: text
        case .integer: Self.number(text, "-?[0-9]{1,18}", dialect.isClickHouse ? "toInt64OrNull" : "BIGINT", dialect)
        case .number:
            Self.number(
                text, "-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?", dialect.isClickHouse ? "toFloat64OrNull" : "DOUBLE",
                dialect)
        case .boolean: Self.boolean(text, dialect)
        case .choice(let values): Self.choice(text, values, dialect)
        }
    }

    private static func number(_ text: String, _ pattern: String, _ type: String, _ dialect: SQLDialect) -> String {
        dialect.isClickHouse
            ? "if(match(\(text), '^(\(pattern))$'), \(type)(\(text)), NULL)"
            : "CASE WHEN regexp_full_match(\(text), '\(pattern)') THEN try_cast(\(text) AS \(type)) END"
    }

    private static func boolean(_ text: String, _ dialect: SQLDialect) -> String {
        switch dialect {
        case .clickhouse: "CAST(if(\(text) IN ('true', 'false'), \(text) = 'true', NULL) AS Nullable(Bool))"
        case .clickhouse18: "if(\(text) IN ('true', 'false'), \(text) = 'true', NULL)"
        case .duckdb: "CASE \(text) WHEN 'true' THEN true WHEN 'false' THEN false END"
        }
    }

    private static func choice(_ text: String, _ values: [String], _ dialect: SQLDialect) -> String {
        let literals = values.map(dialect.literal)
        let list = literals.joined(separator: ", ")
        guard dialect.isClickHouse else { return "try_cast(\(text) AS ENUM(\(list)))" }
        let type = values.count <= Int8.max ? "Enum8" : "Enum16"
        let cases = literals.enumerated().map { "\($1) = \($0 + 1)" }.joined(separator: ", ")
        // Both branches are evaluated for each row, and the cast stops the query at a value that is not declared.
        return
            "if(\(text) IN (\(list)), CAST(if(\(text) IN (\(list)), \(text), \(literals[0])) AS \(type)(\(cases))), NULL)"
    }
}
