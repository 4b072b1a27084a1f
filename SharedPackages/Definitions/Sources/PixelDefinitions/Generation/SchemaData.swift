/// Reduces the schema of a wide event to what is checked on the device, in the dialect of its patterns.
enum SchemaData {
    private static let kept: Set = ["type", "enum", "required", "minimum", "maximum"]

    /// What may travel by `schema`; every value in it has a type.
    static func json(of schema: JSONValue) -> JSONValue {
        var members = (schema.members ?? [:]).filter { kept.contains($0.key) }
        if let constant = schema["const"] { members["enum"] = .array([constant]) }
        if members["type"]?.text == nil {
            members["type"] = .string(schema["properties"] == nil ? "string" : "object")
        }
        if let properties = schema["properties"]?.members {
            members["properties"] = .object(properties.mapValues(json))
        }
        if let items = schema["items"], items.members != nil { members["items"] = json(of: items) }
        if let pattern = schema["pattern"]?.text, let syntax = try? PatternParser.parse(pattern) {
            members["pattern"] = .string(PatternTranslator.expression(for: syntax))
        }
        return .object(members)
    }
}
