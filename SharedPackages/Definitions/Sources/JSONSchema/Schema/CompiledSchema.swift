/// A compiled schema.
package final class CompiledSchema: Sendable {
    package let root: SchemaNode
    /// The targets of `$ref`s. The references hold them weakly, since schemas may be recursive.
    package let referenced: [SchemaNode]
    /// The member rules at the root, if it describes an object.
    package let members: ObjectMembers?

    package init(root: SchemaNode, referenced: [SchemaNode]) {
        self.root = root
        self.referenced = referenced
        members =
            root.objectRules.lazy.compactMap { if case .members(let members) = $0 { members } else { nil } }
            .first
    }
}

/// One schema object.
package final class SchemaNode: Sendable {
    package let types: [JSONType]
    // Not one property of type SchemaRules, which would be copied with all its lists for each value.
    package let generalRules: [GeneralRule]
    package let numberRules: [NumberRule]
    package let stringRules: [StringRule]
    package let arrayRules: [ArrayRule]
    package let objectRules: [ObjectRule]
    /// Whether the dialect's encoding keyword declares base64.
    package let isBase64: Bool

    package init(types: [JSONType] = [], rules: SchemaRules = SchemaRules(), isBase64: Bool = false) {
        self.types = types
        generalRules = rules.general
        numberRules = rules.number
        stringRules = rules.string
        arrayRules = rules.array
        objectRules = rules.object
        self.isBase64 = isBase64
    }

    static let always = SchemaNode()
    static let never = SchemaNode(rules: SchemaRules(general: [.never]))
}

/// The assertions and applicators of a schema, by the kind of value that they apply to.
package struct SchemaRules: Sendable {
    package var general: [GeneralRule] = []
    package var number: [NumberRule] = []
    package var string: [StringRule] = []
    package var array: [ArrayRule] = []
    package var object: [ObjectRule] = []

    package init(
        general: [GeneralRule] = [], number: [NumberRule] = [], string: [StringRule] = [], array: [ArrayRule] = [],
        object: [ObjectRule] = []
    ) {
        self.general = general
        self.number = number
        self.string = string
        self.array = array
        self.object = object
    }
}

/// A rule for values of any kind.
package enum GeneralRule: Sendable {
    case never
    /// The phrase is made once, since it is needed for each value that is not in the list.
    case enumeration([JSONValue], phrase: String)
    case constant(JSONValue)
    case allOf([SchemaNode])
    case anyOf([SchemaNode])
    case oneOf([SchemaNode])
    case not(SchemaNode)
    case conditional(SchemaNode, then: SchemaNode?, else: SchemaNode?)
    case reference(SchemaReference)
}

/// A rule for numbers.
package enum NumberRule: Sendable {
    case minimum(Double)
    case maximum(Double)
    case exclusiveMinimum(Double)
    case exclusiveMaximum(Double)
    case multipleOf(Double)
    case format(NumberFormat)
}

/// A rule for strings.
package enum StringRule: Sendable {
    case minLength(Int)
    case maxLength(Int)
    case pattern(Pattern)
    case format(StringFormat)
}

/// A rule for lists.
package enum ArrayRule: Sendable {
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    case items(prefix: [SchemaNode], rest: SchemaNode?)
    case contains(SchemaNode, minimum: Int, maximum: Int?)
}

/// A rule for objects.
package enum ObjectRule: Sendable {
    case minProperties(Int)
    case maxProperties(Int)
    case required([String])
    case propertyNames(SchemaNode)
    case members(ObjectMembers)
    case dependentRequired(String, [String])
    case dependentSchema(String, SchemaNode)
}

/// The schemas of an object's members.
package final class ObjectMembers: Sendable {
    package struct PatternMember: Sendable {
        package var pattern: Pattern
        package var node: SchemaNode
    }

    package let properties: [String: SchemaNode]
    package let patterns: [PatternMember]
    package let additional: SchemaNode?
    /// Whether a pattern matches a property's key, so that both schemas apply.
    package let overlaps: Bool

    package init(properties: [String: SchemaNode], patterns: [PatternMember], additional: SchemaNode?) {
        self.properties = properties
        self.patterns = patterns
        self.additional = additional
        overlaps = patterns.contains { member in properties.keys.contains { member.pattern.matches($0) } }
    }

    /// The first schema for `key`: that of the property, or of the first pattern that matches.
    package func node(for key: String) -> SchemaNode? {
        properties[key] ?? patterns.first { $0.pattern.matches(key) }?.node
    }
}

/// A `$ref`, whose target may still be under construction when the reference is made.
// `target` is set once, before the schema leaves its compiler.
package final class SchemaReference: @unchecked Sendable {
    private(set) weak var target: SchemaNode?

    func resolve(_ node: SchemaNode) { target = node }
}
