import JSONSchema
import PixelDefinitions

/// Puts into rules of PixelKit what a schema demands and its Swift type does not say.
struct TextRules {
    private var file: GeneratedFile

    /// The name of the rule for what `kind` leaves unsaid of `schema`; nil if that is nothing.
    static func name(for schema: JSONValue, beyond kind: GeneratedFile.Kind, _ file: inout GeneratedFile) -> String? {
        guard var members = schema.members else { return nil }
        switch kind {
        case .string, .base64, .open: break
        case .checked:
            // It says the first of these alone; lists and objects are only looked at.
            let said = members["type"]?.jsonTypes ?? [.string]
            guard said.contains(.string) else { return nil }
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
        var rules = Self(file: file)
        guard let expression = rules.rule(.object(members), [.string]) else { return nil }
        file = rules.file
        return file.ruleName(expression)
    }

    private static let combinators = ["const", "anyOf", "oneOf", "allOf", "not", "if"]

    /// The expression for `schema`, of a value that may have these types; nil if any text is allowed.
    private mutating func rule(_ schema: JSONValue, _ inherited: [JSONType]) -> String? {
        if schema == .bool(false) { return ".any([])" }
        let types = schema["type"]?.jsonTypes ?? inherited
        var parts = types.contains(.string) ? textParts(schema) : [typePart(types, schema)]
        if let values = schema["enum"]?.elements { parts.append(Self.values(values)) }
        if let value = schema["const"] { parts.append(Self.values([value])) }
        for (keyword, rule) in [("allOf", "all"), ("anyOf", "any"), ("oneOf", "one")] {
            guard let branches = schema[keyword]?.elements else { continue }
            let rules = branches.map { self.rule($0, types) ?? ".all([])" }
            parts.append(".\(rule)([\(rules.joined(separator: ", "))])")
        }
        if let schema = schema["not"] { parts.append(".not(\(rule(schema, types) ?? ".all([])"))") }
        if let condition = schema["if"] {
            let test = rule(condition, types) ?? ".all([])"
            let positive = schema["then"].flatMap { rule($0, types) } ?? ".all([])"
            let negative = schema["else"].flatMap { rule($0, types) } ?? ".all([])"
            parts.append(".any([.all([\(test), \(positive)]), .all([.not(\(test)), \(negative)])])")
        }
        if parts.count > 1 { return ".all([\(parts.joined(separator: ", "))])" }
        return parts.first
    }

    private static func values(_ values: [JSONValue]) -> String {
        ".values([\(values.compactMap(\.scriptText).map(\.swiftLiteral).joined(separator: ", "))])"
    }

    // MARK: Types

    /// What text must look like to be converted to one of `types`.
    private mutating func typePart(_ types: [JSONType], _ schema: JSONValue) -> String {
        let rules = types.map { type in
            switch type {
            case .integer, .number: Self.number(isWhole: type == .integer, schema)
            case .boolean: ".values([\"true\", \"false\"])"
            case .null: ".values([\"\"])"
            case .object: pattern("^\\s*\\{")
            case .array: pattern("^\\s*\\[")
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
        // The neighbour of a bound may have no literal: it is left to the compiled code.
        let limits = [included?.number.map { "\($0)" }, excluded?.number.map { "(\($0) as Double).\(neighbour)" }]
            .compactMap { $0 }
        return limits.count > 1 ? "\(tightest)(\(limits.joined(separator: ", ")))" : limits.first
    }

    // MARK: Text

    private mutating func textParts(_ schema: JSONValue) -> [String] {
        var parts: [String] = []
        if let source = schema["pattern"]?.text { parts.append(pattern(source)) }
        if let source = schema["format"]?.text.flatMap({ Self.formats[$0] }) { parts.append(pattern(source)) }
        let (shortest, longest) = (schema["minLength"]?.count, schema["maxLength"]?.count)
        if shortest != nil || longest != nil {
            parts.append(pattern("^[^]{\(shortest ?? 0),\(longest.map(String.init) ?? "")}$"))
        }
        return parts
    }

    private mutating func pattern(_ source: String) -> String {
        ".pattern(Patterns.\(ValueKinds.patternName(source, &file)))"
    }

    private static let date = #"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#
    private static let time = #"([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?"#
    private static let zone = #"([zZ]|[+\-]([01]\d|2[0-3])(:?[0-5]\d)?)"#
    private static let label = "[A-Za-z0-9]([A-Za-z0-9\\-]*[A-Za-z0-9])?"

    /// What every value of a format looks like; the server's validation is finer. Formats that allow any text are absent.
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
