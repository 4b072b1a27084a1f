import JSONSchema
import PixelDefinitions

/// The model of the Swift enum for one wide event.
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
        var isNumber: Bool
        var cases: [(name: String, literal: String)]
    }

    var typeName: String
    var description: String
    var type: String
    var version: String
    var feature: String
    /// The schema as JSON.
    var schema: String
    var ext: Object
}

extension WideEventModel {
    /// The keys of `ext` that the store fills in.
    private static let storeKeys: Set = ["status_reason", "error"]

    /// The model of an event; nil for one that is not valid.
    init?(
        _ name: String, _ event: JSONValue, in file: DefinitionFile, typeName: String, _ builder: WideEventSchemaBuilder
    ) {
        guard let schema = try? builder.schema(of: event, named: name), let version = try? builder.version(of: event)
        else { return nil }
        self.typeName = typeName
        description = event["description"]?.text ?? ""
        type = name
        self.version = version
        feature = event["feature"]?["name"]?.text ?? ""
        self.schema = SchemaData.json(of: schema).json
        let ext = schema["properties"]?["feature"]?["properties"]?["data"]?["properties"]?["ext"]
        let fields = (ext?["properties"]?.members ?? [:]).filter { !Self.storeKeys.contains($0.key) }
        let order = file.document.source.keys(at: [name, "feature", "data", "ext"])
        self.ext = Object("Ext", fields, in: order)
    }
}

extension WideEventModel.Object {
    /// The struct for an object's properties: first those in `order`, then the others by name.
    fileprivate init(_ name: String, _ properties: [String: JSONValue], in order: [String]) {
        self.init(name: name)
        var labels = UniqueNames()
        var types = UniqueNames([name])
        let keys = order.filter { properties[$0] != nil }
        for key in keys + Set(properties.keys).subtracting(keys).sorted() {
            guard let schema = properties[key] else { continue }
            let label = labels.take(SwiftName.member(SwiftName.words(key)))
            let type = type(of: schema, named: key, &types)
            fields.append(.init(label: label, key: key, description: schema["description"]?.text ?? "", type: type))
        }
    }

    /// The Swift type for a schema. Enums and structs that it needs are added.
    private mutating func type(of schema: JSONValue, named key: String, _ types: inout UniqueNames) -> String {
        func typeName() -> String { types.take(SwiftName.type(SwiftName.words(key))) }
        let type = schema["type"]?.text.flatMap(JSONType.init) ?? .string
        if let cases = Self.cases(for: schema["enum"]?.elements ?? [], of: type) {
            choices.append(WideEventModel.Choice(name: typeName(), isNumber: type == .integer, cases: cases))
            return choices[choices.count - 1].name
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

    /// The cases for a list of strings or of integers that fit into Int; nil for other lists.
    private static func cases(for values: [JSONValue], of type: JSONType) -> [(name: String, literal: String)]? {
        guard type == .string || type == .integer && values.allSatisfy({ $0.integer != nil }) else { return nil }
        var seen: Set<String> = []
        let texts = values.compactMap(\.scriptText).filter { seen.insert($0).inserted }
        return texts.isEmpty ? nil : ValueKinds.cases(for: texts)
    }
}

/// Reduces the schema of a wide event to the keywords that the app checks, with patterns in Foundation's dialect.
enum SchemaData {
    private static let kept: Set = ["type", "enum", "required", "minimum", "maximum"]

    /// The reduced schema, in which every value has a type.
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
