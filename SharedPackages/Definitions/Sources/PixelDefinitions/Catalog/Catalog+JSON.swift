extension Catalog.Pixel {
    /// The pixel as a JSON object.
    package var json: String {
        let fields: [(String, JSONValue?)] = [
            ("name", .string(name)), ("description", .string(description)), ("triggers", Self.list(triggers)),
            ("owners", Self.list(owners)), ("expires", expires.map(JSONValue.string)), ("file", .string(file)),
            ("line", line.map { .number(Double($0)) }), ("links", Self.list(links)),
            ("parameters", .array(parameters.map(Self.object))),
            ("suffixes", .array(suffixes.map { .array($0.map(Self.object)) })),
        ]
        return "{" + fields.compactMap { name, value in value.map { "\"\(name)\":\($0.json)" } }.joined(separator: ",")
            + "}"
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    private static func object(_ item: Catalog.Item) -> JSONValue {
        .object([
            "name": .string(item.name), "description": .string(item.description), "values": .string(item.values),
            "examples": list(item.examples),
        ])
    }
}
