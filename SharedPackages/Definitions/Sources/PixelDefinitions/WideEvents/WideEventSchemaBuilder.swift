package import JSONSchema

/// Builds the JSON Schema of a wide event from its definition and the base event.
package struct WideEventSchemaBuilder {
    private let base: JSONValue
    private let properties: ItemResolver

    /// Sections that only the base event may define.
    static let reservedSections = ["app", "service", "global"]

    package init(base: JSONValue, properties: [String: JSONValue]) {
        self.base = base
        self.properties = ItemResolver(dictionary: properties, dictionaryName: "props_dictionary")
    }

    /// The version of `event`: that of the base, then its own two parts.
    package func version(of event: JSONValue) throws(DefinitionFailure) -> String {
        guard let baseVersion = base["meta"]?["version"]?["value"], baseVersion.isTruthy else {
            throw DefinitionFailure(
                code: .missingSection, message: "base_event.json lacks 'meta.version.value'. Add it, such as 1.")
        }
        guard let version = event["meta"]?["version"], version.isTruthy else {
            throw DefinitionFailure(
                code: .missingField, message: "'meta.version' is missing. Add it, such as \"0.1\".", path: ["meta"])
        }
        return "\(baseVersion.scriptText ?? "").\(version.scriptText ?? "")"
    }

    /// The schema of the event `name`.
    package func schema(of event: JSONValue, named name: String) throws(DefinitionFailure) -> JSONValue {
        guard let type = event["meta"]?["type"], type.isTruthy else {
            throw DefinitionFailure(
                code: .missingField, message: "'meta.type' is missing. Set it to \"\(name)\".", path: ["meta"])
        }
        let version = try version(of: event)
        guard type == .string(name) else {
            let message = "'meta.type' is \(type.json), but must be the event's name \"\(name)\"."
            throw DefinitionFailure(code: .invalidName, message: message, path: ["meta", "type"])
        }
        var sections: [String: JSONValue] = [
            "meta": Self.object(
                ["type": Self.constant(name), "version": Self.constant(version)], ["type", "version"]),
            "global": try baseSection("global", required: ["platform", "type", "sample_rate"]),
            "feature": try feature(of: event),
        ]
        for (section, required) in [
            ("app", ["name", "version"]), ("service", ["name", "version", "host", "region", "environment"]),
        ] where base[section]?.isTruthy ?? false {
            sections[section] = try baseSection(section, required: required)
        }
        for section in ["context", "journey"] {
            guard let declared = event[section], declared.isTruthy else { continue }
            sections[section] = Self.object(merged(declared, over: base[section]), ["name"])
        }
        var schema = Self.object(sections, sections.keys.sorted())
        if case .object(var members) = schema {
            members["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
            members["description"] = event["description"]
            if let owners = event["owners"] { members["$comment"] = .string(owners.json) }
            schema = .object(members)
        }
        return schema
    }

    private func baseSection(_ name: String, required: [String]) throws(DefinitionFailure) -> JSONValue {
        guard let section = base[name]?.members else {
            throw DefinitionFailure(code: .missingSection, message: "base_event.json lacks the section '\(name)'. Add it.")
        }
        return Self.object(section, required)
    }

    private func feature(of event: JSONValue) throws(DefinitionFailure) -> JSONValue {
        guard let template = base["feature"]?.members else {
            throw DefinitionFailure(code: .missingSection, message: "base_event.json lacks the section 'feature'. Add it.")
        }
        let feature = event["feature"]
        var members = (feature?.members ?? [:]).filter { !["name", "status", "data"].contains($0.key) }
        members["name"] = Self.restricted(template["name"], to: .array([feature?["name"] ?? .null]))
        members["status"] = Self.restricted(template["status"], to: feature?["status"])
        members["data"] = try data(feature?["data"])
        return Self.object(members, ["name", "status", "data"])
    }

    private func data(_ data: JSONValue?) throws(DefinitionFailure) -> JSONValue {
        var members = data?.members ?? [:]
        let ext = try expanded(members["ext"] ?? .object([:]), at: ["feature", "data", "ext"])
        members["ext"] = Self.object(ext.members ?? [:], [])
        if let error = members["error"] { members["error"] = Self.object(error.members ?? [:], ["domain", "code"]) }
        return Self.object(members, ["ext"])
    }

    /// A list in an event restricts the base's property; anything else replaces it.
    private func merged(_ section: JSONValue, over template: JSONValue?) -> [String: JSONValue] {
        (section.members ?? [:]).reduce(into: [:]) { members, entry in
            let isList = entry.value.elements != nil
            members[entry.key] = isList ? Self.restricted(template?[entry.key], to: entry.value) : entry.value
        }
    }

    /// Replaces every string within objects that names a dictionary entry, wherever it stands.
    private func expanded(_ value: JSONValue, at path: [String]) throws(DefinitionFailure) -> JSONValue {
        guard let members = value.members else { return value }
        var result = members
        for (key, member) in members {
            if let name = member.text, let entry = properties.dictionary[name], entry.isTruthy {
                do {
                    result[key] = try properties.schema(of: member)
                } catch {
                    throw error.inside(path + [key])
                }
            } else {
                result[key] = try expanded(member, at: path + [key])
            }
        }
        return .object(result)
    }

    private static func restricted(_ template: JSONValue?, to values: JSONValue?) -> JSONValue {
        var members = template?.members ?? [:]
        members["enum"] = values ?? members["enum"]
        return .object(members)
    }

    private static func constant(_ text: String) -> JSONValue { .object(["const": .string(text)]) }

    private static func object(_ properties: [String: JSONValue], _ required: [String]) -> JSONValue {
        var members: [String: JSONValue] = [
            "type": .string("object"), "properties": .object(properties), "additionalProperties": .bool(false),
        ]
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        return .object(members)
    }
}
