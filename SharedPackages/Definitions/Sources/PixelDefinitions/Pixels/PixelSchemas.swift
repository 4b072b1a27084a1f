import JSONSchema

/// The compiled schemas of one pixel.
final class PixelSchemas: Sendable {
    let parameters: CompiledSchema
    let suffixes: SuffixSchema
    /// The keys of required parameters. Empty in compat mode, which has none.
    let required: [String]

    init(parameters: CompiledSchema, suffixes: SuffixSchema, required: [String]) {
        self.parameters = parameters
        self.suffixes = suffixes
        self.required = required
    }
}

/// Builds the schemas of pixels from their definitions and the dictionaries.
struct PixelSchemaBuilder {
    private let parameters: ItemResolver
    private let suffixes: ItemResolver
    private let ignored: [JSONValue]
    private let forcesLowerCase: Bool
    private let mode: ValidationOptions.Mode
    private let patterns = PatternCache()

    init(_ folder: DefinitionFolder, mode: ValidationOptions.Mode) {
        parameters = ItemResolver(
            dictionary: folder.parameters?.value.members ?? [:], dictionaryName: "params_dictionary",
            inheritsEntries: mode == .compat
        )
        suffixes = ItemResolver(
            dictionary: folder.suffixes?.value.members ?? [:], dictionaryName: "suffixes_dictionary",
            inheritsEntries: mode == .compat
        )
        ignored = IgnoredParameters.merged(with: folder.ignoredParameters)
        forcesLowerCase = Product(folder.product).forcesLowerCase
        self.mode = mode
    }

    /// The schemas of `definition`. Suffixes come first: a fault there hides those of the parameters.
    func schemas(of definition: JSONValue) throws(DefinitionFailure) -> PixelSchemas {
        let suffixes = try suffixSchema(definition["suffixes"]?.elements ?? [])
        let own = definition["parameters"]?.elements ?? []
        let (parameters, required) = try parameterSchema(own.map { forcesLowerCase ? $0.lowercased : $0 })
        return PixelSchemas(parameters: parameters, suffixes: suffixes, required: required)
    }

    // MARK: Parameters

    /// The schema of parameters, and the keys of the required ones.
    private func parameterSchema(_ own: [JSONValue]) throws(DefinitionFailure) -> (CompiledSchema, required: [String]) {
        let names = Set(own.map(\.parameterIdentity))
        let items = own + ignored.filter { !names.contains($0.parameterIdentity) }
        var properties: [String: JSONValue] = [:]
        var patternProperties: [String: JSONValue] = [:]
        var patternOrder: [String] = []
        var required: [String] = []
        for (index, item) in items.enumerated() {
            let path = index < own.count ? ["parameters", String(index)] : []
            var schema = try resolve(item, with: parameters, at: path)
            if mode == .strict { takeRequired(&schema, into: &required) }
            if let pattern = schema["keyPattern"]?.text, !pattern.isEmpty {
                guard patternProperties.updateValue(schema, forKey: pattern) == nil, !isTaken(pattern) else {
                    throw duplicate("keyPattern", pattern, at: path)
                }
                patternOrder.append(pattern)
            } else {
                let key = schema["key"]?.text ?? "undefined"  // So the reference names a parameter without a key.
                guard properties.updateValue(schema, forKey: key) == nil, !isTaken(key) else {
                    throw duplicate("key", key, at: path)
                }
            }
        }
        let object = Self.closedObject(properties, patternProperties)
        let compiled = try compile(object, section: "parameters", indices: parameterIndices(own))
        return (compiled.ordering(patternOrder), required)
    }

    /// Whether the reference treats a key as one that occurs twice, since it looks keys up in an object.
    private func isTaken(_ key: String) -> Bool { mode == .compat && ScriptObject.members.contains(key) }

    /// Removes the `required` flag of a parameter, which strict mode allows.
    private func takeRequired(_ schema: inout JSONValue, into required: inout [String]) {
        guard var members = schema.members, case .bool(let isRequired) = members["required"] else { return }
        guard let key = members["key"]?.text else { return }  // A pattern does not name one key.
        members["required"] = nil
        schema = .object(members)
        if isRequired { required.append(key) }
    }

    private func duplicate(_ kind: String, _ name: String, at path: [String]) -> DefinitionFailure {
        let message = "Two parameters have the \(kind) '\(name)'. Remove one. Ignored parameters count too."
        return DefinitionFailure(code: .duplicateKey, message: message, path: path)
    }

    /// The index of each key in the definition, to find the line of a fault.
    private func parameterIndices(_ own: [JSONValue]) -> [String: String] {
        var indices: [String: String] = [:]
        for (index, item) in own.enumerated() {
            let entry = item.text.flatMap { parameters.dictionary[$0] } ?? item
            guard let name = entry["keyPattern"]?.text ?? entry["key"]?.text else { continue }
            indices[name] = String(index)
        }
        return indices
    }

    // MARK: Suffixes

    /// The schema of a suffix list, also of the default suffixes of experiments.
    func suffixSchema(_ items: [JSONValue]) throws(DefinitionFailure) -> SuffixSchema {
        let sequences = items.compactMap(\.elements)
        guard sequences.isEmpty || sequences.count == items.count else {
            let message = "The list mixes suffixes and lists of suffixes. Use lists only, or none."
            throw DefinitionFailure(code: .mixedSuffixes, message: message, path: ["suffixes"])
        }
        guard !sequences.isEmpty else {
            return SuffixSchema(
                try compile(try suffixSequence(items, at: ["suffixes"]), section: "suffixes", indices: [:]))
        }
        var alternatives: [JSONValue] = []
        for (index, sequence) in sequences.enumerated() {
            alternatives.append(try suffixSequence(sequence, at: ["suffixes", String(index)]))
        }
        return SuffixSchema(try compile(.object(["anyOf": .array(alternatives)]), section: "suffixes", indices: [:]))
    }

    /// Numbered positions: an item with a key takes two, the key itself and what follows it.
    private func suffixSequence(_ items: [JSONValue], at path: [String]) throws(DefinitionFailure) -> JSONValue {
        var positions: [String: JSONValue] = [:]
        for (index, item) in items.enumerated() {
            let schema = Self.lowercasingValues(of: try resolve(item, with: suffixes, at: path + [String(index)]))
            if let key = schema["key"]?.text, !key.isEmpty {
                positions[String(positions.count)] = .object(["enum": .array([.string(key)])])
            }
            positions[String(positions.count)] = schema
        }
        return Self.closedObject(positions, [:])
    }

    /// The reference compares suffixes in lower case, except for patterns.
    private static func lowercasingValues(of schema: JSONValue) -> JSONValue {
        guard var members = schema.members else { return schema }
        for keyword in ["key", "const"] {
            if let text = members[keyword]?.text { members[keyword] = .string(text.lowercased()) }
        }
        if let values = members["enum"]?.elements {
            members["enum"] = .array(values.map { $0.text.map { .string($0.lowercased()) } ?? $0 })
        }
        return .object(members)
    }

    // MARK: Experiments

    /// The schema of a metric's value.
    func metricSchema(_ metric: JSONValue) throws(DefinitionFailure) -> CompiledSchema {
        try compile(try resolve(metric, with: parameters, at: []), section: "metrics", indices: [:])
    }

    /// The schema of the parameters that an experiment's pixel may carry: `common` ones and the ignored ones.
    func experimentParameters(_ common: [JSONValue]) throws(DefinitionFailure) -> CompiledSchema {
        try parameterSchema(common).0
    }

    // MARK: Both

    private static func closedObject(_ properties: [String: JSONValue], _ patterns: [String: JSONValue]) -> JSONValue {
        .object([
            "type": .string("object"), "properties": .object(properties), "patternProperties": .object(patterns),
            "additionalProperties": .bool(false),
        ])
    }

    private func resolve(_ item: JSONValue, with resolver: ItemResolver, at path: [String]) throws(DefinitionFailure) -> JSONValue
    {
        do {
            return try resolver.schema(of: item)
        } catch {
            throw error.inside(path)
        }
    }

    private func compile(_ schema: JSONValue, section: String, indices: [String: String]) throws(DefinitionFailure)
        -> CompiledSchema
    {
        switch SchemaCompiler.compile(schema, dialect: .pixels, patterns: patterns) {
        case .success(let schema): return schema
        case .failure(let faults):
            guard let fault = faults.list.first else { preconditionFailure("A failed compilation names its faults.") }
            let name = fault.path.count > 1 ? fault.path[1] : ""
            let subject = section == "parameters" ? "Parameter '\(name)': " : ""
            let path = [section] + (indices[name].map { [$0] + fault.path.dropFirst(2) } ?? [])
            throw DefinitionFailure(code: FaultCode(fault.kind), message: subject + fault.message, path: path)
        }
    }
}

extension SchemaDialect {
    /// Schemas of parameters and suffixes, whose values are text.
    static let pixels = Self(
        isStrict: true, extraKeywords: ["key", "keyPattern", "encoding"], encodingKeyword: "encoding")
    /// Schemas of wide events, whose values are JSON.
    static let wideEvents = Self(isStrict: false)
}

extension JSONValue {
    /// The text by which an ignored parameter is compared: the key pattern, the key, or the dictionary name.
    fileprivate var parameterIdentity: String {
        for field in ["keyPattern", "key"] {
            if let text = self[field]?.text, !text.isEmpty { return text }
        }
        return text ?? ""
    }
}

extension CompiledSchema {
    /// The same schema with its key patterns in the order of the definition. The first one that matches decides how a
    /// value is decoded.
    fileprivate func ordering(_ sources: [String]) -> CompiledSchema {
        guard let members, members.patterns.count > 1 else { return self }
        let patterns = members.patterns.sorted { first, second in
            (sources.firstIndex(of: first.pattern.source) ?? 0) < (sources.firstIndex(of: second.pattern.source) ?? 0)
        }
        let ordered = ObjectMembers(properties: members.properties, patterns: patterns, additional: members.additional)
        let rules = root.objectRules.map { rule in
            if case .members = rule { ObjectRule.members(ordered) } else { rule }
        }
        let root = SchemaNode(types: root.types, rules: SchemaRules(object: rules))
        return CompiledSchema(root: root, referenced: referenced)
    }
}
