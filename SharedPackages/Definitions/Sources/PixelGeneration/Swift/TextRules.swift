import JSONSchema

/// Writes the constraints of a schema that its Swift type does not express as rules of PixelKit.
enum TextRules {
    /// The name of the rule for the constraints of `schema` that `kind` does not express; nil if there are none.
    static func name(for schema: JSONValue, beyond kind: GeneratedFile.Kind, _ file: inout GeneratedFile) -> String? {
        guard var members = schema.members else { return nil }
        switch kind {
        case .string, .base64, .open: break
        case .checked:
            // The kind checks the first of these. Of lists and objects only the beginning is checked.
            let types = members["type"]?.jsonTypes ?? [.string]
            guard types.contains(.string) else { return nil }
            let keyword = ["pattern", "format"].first { members[$0] != nil }
            for name in keyword.map({ [$0] }) ?? ["minLength", "maxLength"] { members[name] = nil }
        case .int, .double, .boundedInt, .boundedDouble:
            guard
                ["exclusiveMinimum", "exclusiveMaximum", "multipleOf"].contains(where: { members[$0] != nil })
                    || combinators.contains(where: { members[$0] != nil })
            else { return nil }
        case .bool:
            guard combinators.contains(where: { members[$0] != nil }) else { return nil }
        case .boolText, .flag, .choice, .numberChoice: return nil
        }
        return rule(.object(members), [.string], &file).map { file.ruleName($0) }
    }

    private static let combinators = ["const", "anyOf", "oneOf", "allOf", "not", "if"]

    /// The expression for `schema`, of a value that may have these types; nil if any text is allowed.
    private static func rule(_ schema: JSONValue, _ inherited: [JSONType], _ file: inout GeneratedFile) -> String? {
        if schema == .bool(false) { return ".any([])" }
        let types = schema["type"]?.jsonTypes ?? inherited
        var parts = types.contains(.string) ? textParts(schema, &file) : [typePart(types, schema, &file)]
        if let values = schema["enum"]?.elements { parts.append(Self.values(values)) }
        if let value = schema["const"] { parts.append(Self.values([value])) }
        for (keyword, name) in [("allOf", "all"), ("anyOf", "any"), ("oneOf", "one")] {
            guard let branches = schema[keyword]?.elements else { continue }
            let rules = branches.map { rule($0, types, &file) ?? ".all([])" }
            parts.append(".\(name)([\(rules.joined(separator: ", "))])")
        }
        if let schema = schema["not"] { parts.append(".not(\(rule(schema, types, &file) ?? ".all([])"))") }
        if let condition = schema["if"] {
            // A constant, since the condition occurs twice and may contain other conditions.
            let test = "Rules.\(file.ruleName(rule(condition, types, &file) ?? ".all([])"))"
            let positive = schema["then"].flatMap { rule($0, types, &file) } ?? ".all([])"
            let negative = schema["else"].flatMap { rule($0, types, &file) } ?? ".all([])"
            parts.append(".any([.all([\(test), \(positive)]), .all([.not(\(test)), \(negative)])])")
        }
        if parts.count > 1 { return ".all([\(parts.joined(separator: ", "))])" }
        return parts.first
    }

    private static func values(_ values: [JSONValue]) -> String {
        ".values([\(values.compactMap(\.scriptText).map(\.swiftLiteral).joined(separator: ", "))])"
    }

    // MARK: Types

    /// The rule for text that can be converted to one of `types`.
    private static func typePart(_ types: [JSONType], _ schema: JSONValue, _ file: inout GeneratedFile) -> String {
        let rules = types.map { type in
            switch type {
            case .integer, .number: number(isWhole: type == .integer, schema)
            case .boolean: ".values([\"true\", \"false\"])"
            case .null: ".values([\"\"])"
            case .object: pattern("^\\s*\\{", &file)
            case .array: pattern("^\\s*\\[", &file)
            case .string: ".all([])"
            }
        }
        return rules.count == 1 ? rules[0] : ".any([\(rules.joined(separator: ", "))])"
    }

    private static func number(isWhole: Bool, _ schema: JSONValue) -> String {
        let minimum = limit(schema["minimum"], excluded: schema["exclusiveMinimum"], "nextUp", tightest: "max")
        let maximum = limit(schema["maximum"], excluded: schema["exclusiveMaximum"], "nextDown", tightest: "min")
        let limits = [
            ("minimum", minimum), ("maximum", maximum), ("step", schema["multipleOf"]?.number.map { "\($0)" }),
        ]
        let arguments = limits.compactMap { label, limit in limit.map { ", \(label): \($0)" } }
        return ".number(isWhole: \(isWhole)\(arguments.joined()))"
    }

    private static func limit(
        _ included: JSONValue?, excluded: JSONValue?, _ neighbour: String, tightest: String
    ) -> String? {
        // The neighbour of a bound may have no literal, so compiled code computes it.
        let limits = [included?.number.map { "\($0)" }, excluded?.number.map { "(\($0) as Double).\(neighbour)" }]
            .compactMap { $0 }
        return limits.count > 1 ? "\(tightest)(\(limits.joined(separator: ", ")))" : limits.first
    }

    // MARK: Text

    private static func textParts(_ schema: JSONValue, _ file: inout GeneratedFile) -> [String] {
        var parts: [String] = []
        if let source = schema["pattern"]?.text { parts.append(pattern(source, &file)) }
        if let source = schema["format"]?.text.flatMap({ formats[$0] }) { parts.append(pattern(source, &file)) }
        if let source = ValueKinds.lengthPattern(schema) { parts.append(pattern(source, &file)) }
        return parts
    }

    private static func pattern(_ source: String, _ file: inout GeneratedFile) -> String {
        ".pattern(Patterns.\(ValueKinds.patternName(source, &file)))"
    }

    private static let date = #"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#
    private static let time = #"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?"#
    private static let zone = #"([zZ]|[+\-]([01]\d|2[0-3])(:?[0-5]\d)?)"#
    private static let label = "[A-Za-z0-9]([A-Za-z0-9\\-]*[A-Za-z0-9])?"

    /// Patterns that every value of a format matches. Live checks are stricter. Formats that allow any text are absent.
    static let formats = [
        "date": "^\(date)$", "time": "^\(time)\(zone)$", "date-time": "^\(date)[tT\\s]\(time)\(zone)$",
        "iso-time": "^\(time)\(zone)?$", "iso-date-time": "^\(date)[tT\\s]\(time)\(zone)?$",
        "duration": #"^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$"#,
        "uri": #"^[A-Za-z][A-Za-z0-9+.\-]*:[!-~]+$"#, "uri-reference": "^[!-~]*$",
        "url": #"^([hH][tT][tT][pP][sS]?|[fF][tT][pP]):\/\/\S+$"#, "email": #"^[^\s@]+@[^\s@]+\.[^\s@]+$"#,
        "hostname": "^\(label)(\\.\(label))*\\.?$", "ipv4": #"^\d{1,3}(\.\d{1,3}){3}$"#,
        "ipv6": "^[0-9A-Fa-f:.]{2,45}$",
        "uuid": "^([uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
        "json-pointer": #"^(\/([^~\/]|~[01])*)*$"#, "byte": #"^[A-Za-z0-9+\/]*={0,2}$"#,
    ]
}
