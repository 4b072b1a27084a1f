import Foundation

/// The strictness of a compilation, and the keywords beyond JSON Schema.
package struct SchemaDialect: Sendable {
    /// Whether keywords must apply to the declared type, tuples be closed and required properties be defined.
    package var isStrict: Bool
    /// Keywords beyond JSON Schema.
    package var extraKeywords: Set<String>
    /// The keyword whose value `base64` declares that a value is encoded.
    package var encodingKeyword: String?

    package init(isStrict: Bool, extraKeywords: Set<String> = [], encodingKeyword: String? = nil) {
        self.isStrict = isStrict
        self.extraKeywords = extraKeywords
        self.encodingKeyword = encodingKeyword
    }
}

/// Compiles JSON Schema, as strictly as the reference's schema library.
package struct SchemaCompiler {
    /// The place of a schema, and the facts that it inherits from an outer schema of the same value.
    struct Context {
        var path: [String] = []
        var types: [JSONType] = []
        var definedProperties: Set<String> = []

        /// The context of a schema for a part of the value.
        func inside(_ steps: String...) -> Self { Self(path: path + steps) }

        /// The context of another schema for the same value.
        func alongside(_ steps: String...) -> Self {
            Self(path: path + steps, types: types, definedProperties: definedProperties)
        }
    }

    /// A `$ref` whose target is not compiled yet.
    private struct PendingReference {
        var reference: SchemaReference
        var schema: JSONValue
        var path: [String]
    }

    let dialect: SchemaDialect
    private let document: JSONValue
    private let patterns: PatternCache
    private var faults: [SchemaFault] = []
    private var references: [String: SchemaReference] = [:]
    private var pending: [PendingReference] = []

    private init(_ document: JSONValue, dialect: SchemaDialect, patterns: PatternCache) {
        self.document = document
        self.dialect = dialect
        self.patterns = patterns
    }

    /// Returns the compiled schema, or every fault of the document.
    package static func compile(
        _ document: JSONValue, dialect: SchemaDialect, patterns: PatternCache
    ) -> Result<CompiledSchema, SchemaFaults> {
        let keywordFaults = KeywordCheck.faults(of: document)
        guard keywordFaults.isEmpty else { return .failure(SchemaFaults(list: keywordFaults)) }
        var compiler = Self(document, dialect: dialect, patterns: patterns)
        let root = compiler.node(document, Context())
        let referenced = compiler.resolveReferences()
        guard compiler.faults.isEmpty else { return .failure(SchemaFaults(list: compiler.faults)) }
        return .success(CompiledSchema(root: root, referenced: referenced))
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
        let isBase64 = dialect.encodingKeyword.map { members[$0] == .string("base64") } ?? false
        return SchemaNode(types: types, rules: rules, isBase64: isBase64)
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

    mutating func report(_ kind: SchemaFault.Kind, _ message: String, at path: [String]) {
        faults.append(SchemaFault(kind: kind, path: path, message: message))
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
}

// MARK: References

extension SchemaCompiler {
    /// A `$ref` within the document. References to other documents are not resolved.
    mutating func reference(_ target: String, _ context: Context) -> SchemaReference? {
        if let known = references[target] { return known }
        guard let schema = resolve(target) else {
            report(
                .unresolvedReference, "'$ref' '\(target)' leads nowhere. Correct it.", at: context.path + ["$ref"])
            return nil
        }
        let reference = SchemaReference()
        references[target] = reference
        // Compiled later, so that a long chain of references does not recurse.
        pending.append(PendingReference(reference: reference, schema: schema, path: context.path))
        return reference
    }

    private mutating func resolveReferences() -> [SchemaNode] {
        var nodes: [SchemaNode] = []
        var visits: [ObjectIdentifier: SchemaNode.Visit] = [:]
        var paths: [[String]] = []
        while let next = pending.popLast() {
            let node = node(next.schema, Context(path: next.path))
            next.reference.resolve(node)
            nodes.append(node)
            paths.append(next.path)
        }
        if let circle = zip(nodes, paths).first(where: { $0.0.leadsToCircle(&visits) }) {
            report(.unresolvedReference, "'$ref' leads back to itself. Break the circle.", at: circle.1 + ["$ref"])
        }
        return nodes
    }

    private func resolve(_ target: String) -> JSONValue? {
        guard target.hasPrefix("#") else { return nil }
        if target == "#" { return document }
        guard target.hasPrefix("#/") else { return anchored(String(target.dropFirst()), in: document) }
        var value = document
        for step in target.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
            let text = step.replacing("~1", with: "/").replacing("~0", with: "~")
            let key = text.removingPercentEncoding ?? String(text)
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

extension SchemaNode {
    /// The schemas that apply to the same value.
    private var alongside: [SchemaNode] {
        let general = generalRules.flatMap { rule -> [SchemaNode] in
            switch rule {
            case .allOf(let nodes), .anyOf(let nodes), .oneOf(let nodes): nodes
            case .not(let node): [node]
            case .conditional(let test, let positive, let negative): [test] + [positive, negative].compactMap(\.self)
            case .reference(let reference): [reference.target].compactMap(\.self)
            case .never, .enumeration, .constant: []
            }
        }
        return general + objectRules.compactMap { if case .dependentSchema(_, let node) = $0 { node } else { nil } }
    }

    fileprivate enum Visit {
        case begun, done
    }

    /// Whether a value would be checked without end, because a schema applies it to itself.
    ///
    /// - Parameter visits: The schemas that were visited before.
    fileprivate func leadsToCircle(_ visits: inout [ObjectIdentifier: Visit]) -> Bool {
        var waiting: [(node: SchemaNode, isLeft: Bool)] = [(self, false)]
        while let (node, isLeft) = waiting.popLast() {
            let id = ObjectIdentifier(node)
            guard !isLeft else {
                visits[id] = .done
                continue
            }
            guard visits[id] == nil else { continue }
            visits[id] = .begun
            waiting.append((node, true))
            for next in node.alongside {
                switch visits[ObjectIdentifier(next)] {
                case .begun: return true
                case .done: break
                case nil: waiting.append((next, false))
                }
            }
        }
        return false
    }
}
