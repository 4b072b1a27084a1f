/// Compiles JSON Schema, with the strictness of the reference's schema library.
struct SchemaCompiler {
    /// What a sub-schema of the same value inherits.
    struct Context {
        var path: [String] = []
        var types: [JSONType] = []
        var definedProperties: Set<String> = []

        func inside(_ steps: String...) -> Self { Self(path: path + steps) }
        func alongside(_ steps: String...) -> Self {
            Self(path: path + steps, types: types, definedProperties: definedProperties)
        }
    }

    let dialect: SchemaDialect
    private let document: JSONValue
    private let patterns: PatternCache
    var faults: [SchemaFault] = []
    private var references: [String: SchemaReference] = [:]
    private var referenced: [SchemaNode] = []

    private init(_ document: JSONValue, dialect: SchemaDialect, patterns: PatternCache) {
        self.document = document
        self.dialect = dialect
        self.patterns = patterns
    }

    /// The compiled schema, or every fault that stands in its way.
    static func compile(
        _ document: JSONValue, dialect: SchemaDialect, patterns: PatternCache
    ) -> Result<Schema, SchemaFaults> {
        let shapeFaults = SchemaShape.faults(of: document)
        guard shapeFaults.isEmpty else { return .failure(SchemaFaults(list: shapeFaults)) }
        var compiler = Self(document, dialect: dialect, patterns: patterns)
        let root = compiler.node(document, Context())
        guard compiler.faults.isEmpty else { return .failure(SchemaFaults(list: compiler.faults)) }
        return .success(Schema(root: root, referenced: compiler.referenced))
    }

    mutating func node(_ schema: JSONValue, _ context: Context) -> SchemaNode {
        guard case .object(let members) = schema else { return schema == .bool(false) ? .never : .always }
        var context = context
        var types = members["type"]?.jsonTypes ?? []
        if members["nullable"] == .bool(true), !types.contains(.null) { types.append(.null) }
        checkKeywords(members, context)
        checkTypes(members, types, &context)
        let rules = SchemaRules(
            general: generalRules(members, context),
            number: numberRules(members),
            string: stringRules(members, context),
            array: arrayRules(members, context),
            object: objectRules(members, context)
        )
        return SchemaNode(types: types, rules: rules, isBase64: members["encoding"] == .string("base64"))
    }

    mutating func nodes(_ schemas: JSONValue?, _ context: Context) -> [SchemaNode]? {
        guard let elements = schemas?.elements else { return nil }
        var nodes: [SchemaNode] = []
        for (index, element) in elements.enumerated() {
            var context = context
            context.path.append(String(index))
            nodes.append(node(element, context))
        }
        return nodes
    }

    mutating func report(_ code: FaultCode, _ message: String, at path: [String]) {
        faults.append(SchemaFault(code: code, path: path, message: message))
    }

    /// The compiled form of `source`; nil, with a fault, if it is no regular expression.
    mutating func pattern(_ source: String, at path: [String]) -> Pattern? {
        do {
            return try patterns.pattern(source)
        } catch {
            report(.invalidPattern, "\(error.message).", at: path)
            return nil
        }
    }

    /// A `$ref` within the document. Schemas elsewhere are out of reach, as no definition refers to any.
    mutating func reference(_ target: String, _ context: Context) -> SchemaReference? {
        if let known = references[target] { return known }
        guard let schema = resolve(target) else {
            report(.unresolvedReference, "Nothing stands at '$ref' '\(target)'.", at: context.path + ["$ref"])
            return nil
        }
        let reference = SchemaReference()
        references[target] = reference
        let node = node(schema, Context(path: context.path))
        referenced.append(node)
        reference.resolve(node)
        return reference
    }

    private func resolve(_ target: String) -> JSONValue? {
        guard target.hasPrefix("#") else { return nil }
        if target == "#" { return document }
        guard target.hasPrefix("#/") else { return anchored(String(target.dropFirst()), in: document) }
        var value = document
        for step in target.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
            let key = String(step.replacing("~1", with: "/").replacing("~0", with: "~")).removingPercentEscapes
            if let member = value[key] {
                value = member
            } else if let elements = value.elements, let index = Int(key), elements.indices.contains(index) {
                value = elements[index]
            } else {
                return nil
            }
        }
        return value
    }

    private func anchored(_ name: String, in value: JSONValue) -> JSONValue? {
        if value["$anchor"]?.text == name || value["$dynamicAnchor"]?.text == name { return value }
        let children = value.members.map { Array($0.values) } ?? value.elements ?? []
        return children.lazy.compactMap { anchored(name, in: $0) }.first
    }
}

/// Everything that is wrong with a schema.
struct SchemaFaults: Error {
    var list: [SchemaFault]
}
