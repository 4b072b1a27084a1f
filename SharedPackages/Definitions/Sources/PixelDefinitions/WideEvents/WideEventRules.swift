import JSONSchema

/// The rules for the generated schema of a wide event, apart from those of JSON Schema.
struct WideEventRules {
    struct Problem {
        var code: FaultCode
        var message: String
        /// The keys from the event or the base event to the fault.
        var path: [String]
    }

    /// The properties of a section.
    private struct Section {
        var required: [String]
        var optional: [String]
    }

    private static let sections: [String: Section] = [
        "app": Section(required: ["name", "version"], optional: ["form_factor", "dev_mode"]),
        "service": Section(required: ["name", "version", "host", "region", "environment"], optional: []),
        "global": Section(required: ["platform", "type", "sample_rate"], optional: ["is_first_daily_occurrence"]),
        "feature": Section(required: ["name", "status", "data"], optional: ["status_reason"]),
        "context": Section(required: ["name"], optional: []),
        "journey": Section(required: ["name"], optional: []),
        "data": Section(required: ["ext"], optional: ["error"]),
        "error": Section(required: ["domain", "code"], optional: ["underlying_domain", "underlying_code"]),
    ]

    /// The values that the enums of some properties may contain.
    private static let vocabularies: [String: [String]] = [
        "global.platform": ["Android", "iOS", "Linux", "macOS", "Windows"],
        "global.type": ["app", "web", "service"],
        "app.form_factor": ["phone", "tablet"],
        "feature.status": ["SUCCESS", "FAILURE", "CANCELLED", "UNKNOWN"],
    ]

    /// The types of some properties.
    private static let types: [String: String] = [
        "global.sample_rate": "number", "global.is_first_daily_occurrence": "boolean", "app.dev_mode": "boolean",
        "app.name": "string", "app.version": "string", "feature.name": "string", "feature.status": "string",
        "feature.status_reason": "string", "error.domain": "string", "error.code": "integer",
        "error.underlying_domain": "string", "error.underlying_code": "integer",
    ]

    private let isCompat: Bool
    private var problems: [Problem] = []

    private init(isCompat: Bool) { self.isCompat = isCompat }

    static func problems(of schema: JSONValue, version: String, isCompat: Bool) -> [Problem] {
        var rules = Self(isCompat: isCompat)
        rules.checkHead(schema, version: version)
        let properties = schema["properties"]
        if (properties?["app"] == nil) == (properties?["service"] == nil) {
            rules.report(.missingSection, "base_event.json must have one of the sections 'app' and 'service'.", [])
        }
        for section in ["app", "service", "global", "feature", "context", "journey"] {
            guard let value = properties?[section] else { continue }
            rules.checkSection(section, value, at: [section])
        }
        return rules.problems
    }

    private mutating func checkHead(_ schema: JSONValue, version: String) {
        if schema["description"]?.text == nil {
            report(.missingField, "The 'description' is missing or not a string. Add one.", ["description"])
        }
        let parts = version.split(separator: ".", omittingEmptySubsequences: false)
        let isVersion =
            parts.count == 3
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
        guard !isVersion else { return }
        let message =
            "The version is \(version). The base must give one number and 'meta.version' two, such as \"0.1\"."
        report(.invalidVersion, message, ["meta", "version"])
    }

    private mutating func checkSection(_ name: String, _ value: JSONValue, at path: [String]) {
        guard let section = Self.sections[name], let properties = value["properties"]?.members else { return }
        // The reference requires the members of an error in payloads only.
        let required = isCompat && name == "error" ? [] : section.required
        for property in required where properties[property] == nil {
            report(.missingField, "'\(path.joined(separator: "."))' lacks '\(property)'. Add it.", path)
        }
        let known = section.required + section.optional
        for (property, schema) in properties.sorted(by: { $0.key < $1.key }) {
            guard known.contains(property) else {
                let list = known.joined(separator: ", ")
                let message = "'\(path.joined(separator: "."))' may not have '\(property)'. Use one of: \(list)."
                report(.unknownField, message, path + [property])
                continue
            }
            switch property {
            case "data", "error": checkSection(property, schema, at: path + [property])
            case "ext": checkExtensions(schema, at: path + [property])
            default: checkProperty(schema, "\(name).\(property)", at: path + [property])
            }
        }
    }

    private mutating func checkExtensions(_ ext: JSONValue, at path: [String]) {
        for (name, schema) in (ext["properties"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = path + [name]
            guard schema.members != nil else {
                let isName = schema.text != nil
                let message =
                    isName
                    ? "\(schema.shown) is not in props_dictionary. Add it, or correct the name." : "A property must be an object, not \(schema.shown)."
                report(isName ? .unknownShortcut : .invalidProperty, message, path)
                continue
            }
            if (schema["description"]?.text ?? "").isEmpty {
                report(.invalidProperty, "'\(name)' needs a 'description'. Add one.", path)
            }
            let types = ["string", "number", "integer", "boolean", "object", "array"]
            guard types.contains(schema["type"]?.text ?? "") else {
                let message = "The 'type' of '\(name)' must be one of \(types.joined(separator: ", "))."
                report(.invalidProperty, message, path)
                continue
            }
        }
    }

    private mutating func checkProperty(_ schema: JSONValue, _ name: String, at path: [String]) {
        guard let members = schema.members, let type = members["type"]?.text, members["description"]?.text != nil else {
            return report(.invalidProperty, "'\(name)' must be an object with 'type' and 'description'.", path)
        }
        if let expected = Self.types[name], type != expected {
            report(.invalidProperty, "The type of '\(name)' must be \(expected), not \(type).", path)
        }
        checkKeywords(members, type, name, at: path)
        checkValues(members, type, name, at: path)
        switch name {
        case "app.version":
            if members["pattern"]?.text == nil { report(.invalidProperty, "'app.version' needs a 'pattern'. Add one.", path) }
        case "global.sample_rate":
            if members["minimum"] != .number(0) || members["maximum"] != .number(1) {
                report(.invalidProperty, "'global.sample_rate' needs 'minimum' 0 and 'maximum' 1. Add them.", path)
            }
        default: break
        }
    }

    private mutating func checkKeywords(
        _ members: [String: JSONValue], _ type: String, _ name: String, at path: [String]
    ) {
        let allowed: [String: [String]] = [
            "string": ["enum", "pattern", "examples"], "number": ["enum", "minimum", "maximum", "examples"],
            "integer": ["enum", "minimum", "maximum", "examples"], "boolean": ["examples"],
            "array": ["items", "minItems", "maxItems", "examples"],
        ]
        guard let keywords = allowed[type] else {
            return report(.invalidProperty, "'\(name)' may not be of type \(type).", path)
        }
        for keyword in members.keys.sorted() where !(keywords + ["type", "description"]).contains(keyword) {
            report(.invalidProperty, "'\(name)' may not have the keyword '\(keyword)'. Remove it.", path + [keyword])
        }
    }

    private mutating func checkValues(_ members: [String: JSONValue], _ type: String, _ name: String, at path: [String])
    {
        let vocabulary = Self.vocabularies[name]
        let needsEnum = vocabulary != nil || ["feature.status_reason", "feature.name"].contains(name)
        guard let values = members["enum"] else {
            if needsEnum { report(.invalidProperty, "'\(name)' must list its values. Add an 'enum'.", path) }
            return
        }
        guard let elements = values.elements else {
            return report(.invalidProperty, "The values of '\(name)' must be a list, not \(values.shown).", path)
        }
        for element in elements {
            if !(JSONType(rawValue: type).map(element.fits) ?? false) {
                report(.invalidProperty, "A value of '\(name)' must be a \(type), not \(element.shown).", path)
            } else if let vocabulary, !vocabulary.contains(element.text ?? "") {
                let known = vocabulary.joined(separator: ", ")
                report(.invalidProperty, "\(element.shown) is not a value of '\(name)'. Use one of: \(known).", path)
            }
        }
    }

    private mutating func report(_ code: FaultCode, _ message: String, _ path: [String]) {
        problems.append(Problem(code: code, message: message, path: path))
    }
}
