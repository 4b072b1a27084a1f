import JSONSchema
import PixelDefinitions

/// The Swift enum of one wide event, as data.
struct WideEventModel {
    /// A struct: `Ext`, or an object within it.
    struct Object {
        var name: String
        var fields: [Field] = []
        var choices: [Choice] = []
        var objects: [Object] = []
    }

    struct Field {
        var label: String
        var key: String
        var description: String
        /// Without the question mark.
        var type: String
    }

    /// A nested enum.
    struct Choice {
        var name: String
        var rawType: String
        var cases: [(name: String, literal: String)]
    }

    var source: String
    var typeName: String
    var description: String
    var type: String
    var version: String
    var feature: String
    /// The schema as the store reads it: JSON.
    var schema: String
    var ext: Object
}

extension WideEventModel {
    /// Keys of `ext` that the store fills in by itself.
    private static let ofTheStore: Set = ["status_reason", "error"]

    /// The model of an event; nil for one that its validation would refuse.
    init?(_ name: String, in file: DefinitionFile, source: String, typeName: String, _ builder: WideEventSchemaBuilder)
    {
        guard let event = file.value[name], let schema = try? builder.schema(of: event, named: name),
            let version = try? builder.version(of: event)
        else { return nil }
        self.source = source
        self.typeName = typeName
        description = event["description"]?.text ?? ""
        type = name
        self.version = version
        feature = event["feature"]?["name"]?.text ?? ""
        self.schema = SchemaData.json(of: schema).json
        let ext = schema["properties"]?["feature"]?["properties"]?["data"]?["properties"]?["ext"]
        let fields = (ext?["properties"]?.members ?? [:]).filter { !Self.ofTheStore.contains($0.key) }
        let order = file.document.source.keys(at: [name, "feature", "data", "ext"])
        self.ext = Object("Ext", fields, in: order)
    }
}

extension WideEventModel.Object {
    /// The struct for an object's properties: first those in `order`, then the others by name.
    fileprivate init(_ name: String, _ properties: [String: JSONValue], in order: [String]) {
        self.init(name: name)
        var labels: Set<String> = []
        var types: Set = [name, "CodingKeys", "Encodable"]
        let keys = order.filter { properties[$0] != nil }
        for key in keys + Set(properties.keys).subtracting(keys).sorted() {
            guard let schema = properties[key] else { continue }
            let label = SwiftName.unique(SwiftName.member(SwiftName.words(key)), in: &labels)
            let type = type(of: schema, named: key, &types)
            fields.append(.init(label: label, key: key, description: schema["description"]?.text ?? "", type: type))
        }
    }

    /// The Swift type for a schema; enums and structs that it needs are added.
    private mutating func type(of schema: JSONValue, named key: String, _ types: inout Set<String>) -> String {
        func typeName() -> String { SwiftName.unique(SwiftName.type(SwiftName.words(key)), in: &types) }
        let type = schema["type"]?.text.flatMap(JSONType.init) ?? .string
        if let values = schema["enum"]?.elements, !values.isEmpty, type == .string || type == .integer {
            let choice = WideEventModel.Choice(typeName(), values, isNumber: type == .integer)
            choices.append(choice)
            return choice.name
        }
        switch type {
        case .integer: return "Int"
        case .number: return "Double"
        case .boolean: return "Bool"
        case .object:
            let object = Self(typeName(), schema["properties"]?.members ?? [:], in: [])
            objects.append(object)
            return object.name
        case .array: return "[\(self.type(of: schema["items"] ?? .object([:]), named: key, &types))]"
        case .string, .null: return "String"
        }
    }
}

extension WideEventModel.Choice {
    fileprivate init(_ name: String, _ values: [JSONValue], isNumber: Bool) {
        var taken: Set<String> = []
        var literals: Set<String> = []
        let texts = values.compactMap(\.scriptText).filter { literals.insert($0).inserted }
        let cases = texts.map { text in
            let words = SwiftName.words(text)
            let isNegative = text.hasPrefix("-") && words.first?.first?.isNumber == true
            return (
                name: SwiftName.unique(SwiftName.member(isNegative ? ["minus"] + words : words), in: &taken),
                literal: isNumber ? text : text.swiftLiteral
            )
        }
        self.init(name: name, rawType: isNumber ? "Int" : "String", cases: cases)
    }
}

/// Reduces the schema of a wide event to what is checked on the device, in the dialect of its patterns.
enum SchemaData {
    private static let kept: Set = ["type", "enum", "required", "minimum", "maximum"]

    /// What may travel by `schema`; every value in it has a type.
    static func json(of schema: JSONValue) -> JSONValue {
        var members = (schema.members ?? [:]).filter { kept.contains($0.key) }
        if let constant = schema["const"] { members["enum"] = .array([constant]) }
        if members["type"]?.text == nil {
            members["type"] = .string(schema["properties"] == nil ? "string" : "object")
        }
        if let properties = schema["properties"]?.members {
            members["properties"] = .object(properties.mapValues(json))
        }
        if let items = schema["items"], items.members != nil { members["items"] = json(of: items) }
        if let pattern = schema["pattern"]?.text, let syntax = try? PatternParser.parse(pattern) {
            members["pattern"] = .string(PatternTranslator.expression(for: syntax))
        }
        return .object(members)
    }
}
