import JSONSchema

/// The query of a typed view.
struct SQLViewText {
    let dialect: SQLDialect
    let columns: [SQLColumn]

    // A parameter or leaf of one of these names gets a number.
    static let pixelColumns = [
        "day", "received", "id", "name", "query", "suffix", "leg", "others", "sent", "sent_keys", "sent_values",
    ]
    static let wideEventColumns = ["day", "received", "id", "type", "body", "fields"]

    func select(_ pixel: SQLView.Pixel) -> String {
        let pairs = dialect.isClickHouse ? "splitByChar('&', query) AS sent" : "string_split(query, '&') AS sent"
        let fixed = ["substring(name, \(nameLength(pixel.name) + 2)) AS suffix", "\(leg(pixel)) AS leg"]
        return select(
            ["day", "received", "id", "name"] + fixed, last: "\(others) AS others", from: "pixels",
            where: condition(pixel), steps: [pairs] + decodedPairs, text: { value(of: $0[0]) })
    }

    func select(wideEvent type: String) -> String {
        select(
            ["day", "received", "id", "type"], last: "body", from: "wide_events",
            where: "type = \(dialect.literal(type))", steps: [], text: leaf)
    }

    /// A query in two steps: the text of each column, then the columns.
    private func select(
        _ fixed: [String], last: String, from table: String, where condition: String, steps: [String],
        text: ([String]) -> String
    ) -> String {
        let texts = columns.map { "\(text($0.path)) AS \($0.text)" }
        let typed = columns.flatMap { column in
            let value = column.kind.value(of: column.text, in: dialect)
            return [dialect.comment(column.description), "\(value) AS \(dialect.identifier(column.name)),"]
        }
        let lines = (fixed.map { "\($0)," } + typed + [last]).map { "    \($0)\n" }.joined()
        let all = steps + texts
        guard dialect.isClickHouse else {
            let source = (["*"] + all).joined(separator: ",\n        ")
            return """
                WITH texts AS (
                    SELECT
                        \(source)
                    FROM \(table)
                    WHERE \(condition)
                )
                SELECT
                \(lines)FROM texts
                """
        }
        let with = all.isEmpty ? "" : "WITH\n    \(all.joined(separator: ",\n    "))\n"
        return "\(with)SELECT\n\(lines)FROM \(table)_stored\nWHERE \(condition)"
    }

    // MARK: Pixels

    /// Keys and values as they were before encoding, the last first: of two equal keys the last counts.
    private var decodedPairs: [String] {
        let mark = dialect.isClickHouse ? "position(concat(pair, '='), '=')" : "strpos(pair || '=', '=')"
        return [("substring(pair, 1, \(mark) - 1)", "sent_keys"), ("substring(pair, \(mark) + 1)", "sent_values")].map {
            dialect.isClickHouse
                ? "reverse(arrayMap(pair -> decodeURLComponent(replaceAll(\($0), '+', ' ')), sent)) AS \($1)"
                : "list_reverse(list_transform(sent, lambda pair: decoded(\($0)))) AS \($1)"
        }
    }

    /// The value of a key, or NULL.
    private func value(of key: String) -> String {
        let key = dialect.literal(key)
        return dialect.isClickHouse
            ? "if(has(sent_keys, \(key)), sent_values[indexOf(sent_keys, \(key))], NULL)"
            : "sent_values[list_position(sent_keys, \(key))]"
    }

    private func leg(_ pixel: SQLView.Pixel) -> String {
        guard !pixel.legs.isEmpty else { return "''" }
        let words =
            dialect.isClickHouse ? "has(splitByChar('_', suffix), " : "list_contains(string_split(suffix, '_'), "
        let cases = pixel.legs.map { "WHEN \(words)\(dialect.literal($0.word))) THEN \(dialect.literal($0.leg))" }
        return "CASE \(cases.joined(separator: " ")) ELSE '' END"
    }

    /// What no column has: parameters that a key pattern declares, and undeclared ones.
    private var others: String {
        let keys = ([""] + columns.map { $0.path[0] }).map(dialect.literal).joined(separator: ", ")
        return dialect.isClickHouse
            ? "arrayFilter((pair, key) -> NOT has([\(keys)], key), "
                + "arrayMap((key, value) -> concat(key, '=', value), sent_keys, sent_values), sent_keys)"
            : "list_transform(list_filter(list_zip(sent_keys, sent_values), "
                + "lambda pair: NOT list_contains([\(keys)], pair[1])), lambda pair: pair[1] || '=' || pair[2])"
    }

    /// Whether a name is the pixel's, alone or with suffixes, and not that of a longer definition.
    private func condition(_ pixel: SQLView.Pixel) -> String {
        let direct = pixel.longer.filter { name in
            !pixel.longer.contains { $0 != name && name.hasPrefix("\($0)_") }
        }
        return ([belongs(to: pixel.name)] + direct.map { "NOT \(belongs(to: $0))" }).joined(separator: " AND ")
    }

    /// A range, which the index serves: the backtick is the character behind the underscore.
    private func belongs(to name: String) -> String {
        let (exact, first, end) = (dialect.literal(name), dialect.literal("\(name)_"), dialect.literal("\(name)`"))
        return "(name = \(exact) OR name >= \(first) AND name < \(end))"
    }

    /// ClickHouse counts bytes, DuckDB scalars.
    private func nameLength(_ name: String) -> Int {
        dialect.isClickHouse ? name.utf8.count : name.unicodeScalars.count
    }

    // MARK: Wide events

    /// The text of a leaf, or NULL.
    private func leaf(_ path: [String]) -> String {
        switch dialect {
        case .clickhouse:
            let keys = path.map(dialect.literal).joined(separator: ", ")
            return "JSONExtract(body, \(keys), 'Nullable(String)')"
        case .clickhouse18:
            // The shipper writes a flat object, in which a path is a key. Keys are searched for as JSON spells them.
            let key = dialect.literal(String(JSONValue.quoted(path.joined(separator: ".")).dropFirst().dropLast()))
            return "if(visitParamHas(fields, \(key)), visitParamExtractString(fields, \(key)), NULL)"
        case .duckdb:
            let pointer = path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
            return "json_extract_string(body, \(dialect.literal(pointer)))"
        }
    }
}
