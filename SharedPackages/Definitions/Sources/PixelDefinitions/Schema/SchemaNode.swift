/// A compiled schema.
final class Schema: Sendable {
    let root: SchemaNode
    /// What `$ref`s point to; the references themselves hold it weakly, since schemas may be recursive.
    let referenced: [SchemaNode]

    /// The member rules at the root, if it describes an object.
    let members: ObjectMembers?

    init(root: SchemaNode, referenced: [SchemaNode]) {
        self.root = root
        self.referenced = referenced
        members = root.objectRules.lazy.compactMap { if case .members(let members) = $0 { members } else { nil } }.first
    }
}

/// One schema object, its rules sorted by the kind of value they apply to.
final class SchemaNode: Sendable {
    let types: [JSONType]
    let rules: [SchemaRule]
    let numberRules: [SchemaRule]
    let stringRules: [SchemaRule]
    let arrayRules: [SchemaRule]
    let objectRules: [SchemaRule]
    /// Whether the value travels in base64.
    let isBase64: Bool

    init(types: [JSONType] = [], rules: SchemaRules = SchemaRules(), isBase64: Bool = false) {
        self.types = types
        self.rules = rules.general
        numberRules = rules.number
        stringRules = rules.string
        arrayRules = rules.array
        objectRules = rules.object
        self.isBase64 = isBase64
    }

    static let always = SchemaNode()
    static let never: SchemaNode = SchemaNode(rules: SchemaRules(general: [.never]))
}

/// The rules of a schema while it is compiled.
struct SchemaRules {
    var general: [SchemaRule] = []
    var number: [SchemaRule] = []
    var string: [SchemaRule] = []
    var array: [SchemaRule] = []
    var object: [SchemaRule] = []
}

/// One assertion or applicator with its compiled value.
enum SchemaRule: Sendable {
    case never
    case enumeration([JSONValue], phrase: String)
    case constant(JSONValue)
    case allOf([SchemaNode])
    case anyOf([SchemaNode])
    case oneOf([SchemaNode])
    case not(SchemaNode)
    case conditional(SchemaNode, then: SchemaNode?, else: SchemaNode?)
    case reference(SchemaReference)
    case minimum(Double)
    case maximum(Double)
    case exclusiveMinimum(Double)
    case exclusiveMaximum(Double)
    case multipleOf(Double)
    case minLength(Int)
    case maxLength(Int)
    case pattern(Pattern)
    case format(SchemaFormat)
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    case items(prefix: [SchemaNode], rest: SchemaNode?)
    case contains(SchemaNode, minimum: Int, maximum: Int?)
    case minProperties(Int)
    case maxProperties(Int)
    case required([String])
    case propertyNames(SchemaNode)
    case members(ObjectMembers)
    case dependentRequired(String, [String])
    case dependentSchema(String, SchemaNode)
}

/// How the members of an object are judged.
final class ObjectMembers: Sendable {
    struct PatternMember: Sendable {
        var pattern: Pattern
        var node: SchemaNode
    }

    let properties: [String: SchemaNode]
    let patterns: [PatternMember]
    let additional: SchemaNode?
    /// Whether some key is both a property and fits a pattern, so that both judge it.
    let overlaps: Bool

    init(properties: [String: SchemaNode], patterns: [PatternMember], additional: SchemaNode?) {
        self.properties = properties
        self.patterns = patterns
        self.additional = additional
        overlaps = patterns.contains { member in properties.keys.contains { member.pattern.matches($0) } }
    }
}

/// A `$ref`, whose target may still be under construction when the reference is made.
final class SchemaReference: @unchecked Sendable {  // `target` is set once, before the schema leaves its compiler.
    fileprivate(set) weak var target: SchemaNode?
}

extension SchemaReference {
    /// Sets the target; only the compiler may, once.
    func resolve(_ node: SchemaNode) { target = node }
}
