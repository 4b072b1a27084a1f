extension SchemaCompiler {
    mutating func generalRules(_ members: [String: JSONValue], _ context: Context) -> [GeneralRule] {
        var rules: [GeneralRule] = []
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            guard let target = members[keyword]?.text, let reference = reference(target, context) else { continue }
            rules.append(.reference(reference))
        }
        if let values = members["enum"]?.elements {
            rules.append(.enumeration(values, phrase: "must be one of \(values.map(\.json).joined(separator: ", "))"))
        }
        if let value = members["const"] { rules.append(.constant(value)) }
        if let nodes = nodes(members["allOf"], context.alongside("allOf")) { rules.append(.allOf(nodes)) }
        if let nodes = nodes(members["anyOf"], context.alongside("anyOf")) { rules.append(.anyOf(nodes)) }
        if let nodes = nodes(members["oneOf"], context.alongside("oneOf")) { rules.append(.oneOf(nodes)) }
        if let schema = members["not"] { rules.append(.not(node(schema, context.alongside("not")))) }
        if let condition = members["if"] {
            let test = node(condition, context.alongside("if"))
            let positive = members["then"].map { node($0, context.alongside("then")) }
            let negative = members["else"].map { node($0, context.alongside("else")) }
            rules.append(.conditional(test, then: positive, else: negative))
        }
        return rules
    }

    func numberRules(_ members: [String: JSONValue]) -> [NumberRule] {
        var rules: [NumberRule] = []
        if let limit = members["minimum"]?.number { rules.append(.minimum(limit)) }
        if let limit = members["maximum"]?.number { rules.append(.maximum(limit)) }
        if let limit = members["exclusiveMinimum"]?.number { rules.append(.exclusiveMinimum(limit)) }
        if let limit = members["exclusiveMaximum"]?.number { rules.append(.exclusiveMaximum(limit)) }
        if let step = members["multipleOf"]?.number { rules.append(.multipleOf(step)) }
        if let format = members["format"]?.text.flatMap(NumberFormat.init) { rules.append(.format(format)) }
        return rules
    }

    mutating func stringRules(_ members: [String: JSONValue], _ context: Context) -> [StringRule] {
        var rules: [StringRule] = []
        if let length = members["minLength"]?.count { rules.append(.minLength(length)) }
        if let length = members["maxLength"]?.count { rules.append(.maxLength(length)) }
        if let source = members["pattern"]?.text, let pattern = pattern(source, at: context.path + ["pattern"]) {
            rules.append(.pattern(pattern))
        }
        if let name = members["format"]?.text {
            if let format = StringFormat(rawValue: name) {
                rules.append(.format(format))
            } else if NumberFormat(rawValue: name) == nil {
                let known = StringFormat.allCases.map(\.rawValue) + NumberFormat.allCases.map(\.rawValue)
                report(
                    .unknownFormat, "'\(name)' is not a format. Use one of: \(known.joined(separator: ", ")).",
                    at: context.path + ["format"])
            }
        }
        return rules
    }

    mutating func arrayRules(_ members: [String: JSONValue], _ context: Context) -> [ArrayRule] {
        var rules: [ArrayRule] = []
        if let count = members["minItems"]?.count { rules.append(.minItems(count)) }
        if let count = members["maxItems"]?.count { rules.append(.maxItems(count)) }
        if members["uniqueItems"] == .bool(true) { rules.append(.uniqueItems) }
        let prefix = nodes(members["prefixItems"], context.inside("prefixItems")) ?? []
        checkTuple(members, length: prefix.count, context)
        let rest = (members["items"] ?? members["unevaluatedItems"]).map { node($0, context.inside("items")) }
        if !prefix.isEmpty || rest != nil { rules.append(.items(prefix: prefix, rest: rest)) }
        if let schema = members["contains"] {
            let minimum = members["minContains"]?.count ?? 1
            let maximum = members["maxContains"]?.count
            if minimum == 0, maximum == nil {
                report(
                    .ineffectiveKeyword, "'contains' does nothing with 'minContains' 0. Remove one.",
                    at: context.path + ["contains"])
            } else if let maximum, minimum > maximum {
                report(
                    .ineffectiveKeyword, "'minContains' is above 'maxContains'. Swap or correct them.",
                    at: context.path + ["contains"])
            }
            let node = node(schema, context.inside("contains"))
            rules.append(.contains(node, minimum: minimum, maximum: maximum))
        }
        return rules
    }

    private mutating func checkTuple(_ members: [String: JSONValue], length: Int, _ context: Context) {
        guard dialect.isStrict, length > 0 else { return }
        let closed = members["items"] == .bool(false) || members["maxItems"]?.count == length
        guard members["minItems"]?.count != length || !closed else { return }
        let remedy = "Set 'minItems' to \(length) and 'items' to false."
        report(.openTuple, "'prefixItems' must fix the length. \(remedy)", at: context.path + ["prefixItems"])
    }

    mutating func objectRules(_ members: [String: JSONValue], _ context: Context) -> [ObjectRule] {
        var rules: [ObjectRule] = []
        if let count = members["minProperties"]?.count { rules.append(.minProperties(count)) }
        if let count = members["maxProperties"]?.count { rules.append(.maxProperties(count)) }
        if let names = members["required"]?.distinctTexts {
            let defined = context.definedProperties.union(members["properties"]?.members?.keys.map(\.self) ?? [])
            for name in names where dialect.isStrict && !defined.contains(name) {
                report(
                    .undefinedRequired, "'required' names '\(name)', which is not defined. Define or remove it.",
                    at: context.path + ["required"])
            }
            rules.append(.required(names))
        }
        if let schema = members["propertyNames"] {
            var inner = context.inside("propertyNames")
            inner.types = dialect.isStrict ? [.string] : []
            rules.append(.propertyNames(node(schema, inner)))
        }
        if let rule = memberRule(members, context) { rules.append(rule) }
        for (name, value) in dependencies(members) {
            if let names = value.distinctTexts {
                rules.append(.dependentRequired(name, names))
            } else {
                rules.append(.dependentSchema(name, node(value, context.alongside("dependentSchemas", name))))
            }
        }
        return rules
    }

    private func dependencies(_ members: [String: JSONValue]) -> [(String, JSONValue)] {
        ["dependentRequired", "dependentSchemas", "dependencies"].flatMap { keyword in
            (members[keyword]?.members ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    private mutating func memberRule(_ members: [String: JSONValue], _ context: Context) -> ObjectRule? {
        let additional = members["additionalProperties"] ?? members["unevaluatedProperties"]
        guard members["properties"] != nil || members["patternProperties"] != nil || additional != nil else {
            return nil
        }
        var properties: [String: SchemaNode] = [:]
        var patterns: [ObjectMembers.PatternMember] = []
        for (name, schema) in (members["properties"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            properties[name] = node(schema, context.inside("properties", name))
        }
        for (source, schema) in (members["patternProperties"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = context.path + ["patternProperties", source]
            let node = node(schema, context.inside("patternProperties", source))
            guard let pattern = pattern(source, at: path) else { continue }
            patterns.append(.init(pattern: pattern, node: node))
            for name in properties.keys.sorted() where pattern.matches(name) {
                report(
                    .keyMatchesPattern, "Key '\(name)' also matches the key pattern '\(source)'. Narrow the pattern.",
                    at: path)
            }
        }
        let rest = additional.map { node($0, context.inside("additionalProperties")) }
        return .members(ObjectMembers(properties: properties, patterns: patterns, additional: rest))
    }
}

extension JSONValue {
    /// A number of items or characters.
    package var count: Int? { number.map { Int(exactly: $0) ?? .max } }
}
