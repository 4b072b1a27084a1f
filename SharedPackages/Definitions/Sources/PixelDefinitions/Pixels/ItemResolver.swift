import JSONSchema

/// Resolves the parameters and suffixes of a definition to JSON Schema.
struct ItemResolver {
    let dictionary: [String: JSONValue]
    private let dictionaryName: String
    private let names: [String]

    /// Creates a resolver.
    ///
    /// - Parameter inheritsEntries: Whether the dictionary has the entry `__proto__` that every object of ECMAScript
    ///   inherits. It is an empty object.
    init(dictionary: [String: JSONValue], dictionaryName: String, inheritsEntries: Bool = false) {
        self.dictionary =
            inheritsEntries ? dictionary.merging(["__proto__": .object([:])]) { own, _ in own } : dictionary
        self.dictionaryName = dictionaryName
        names = dictionary.keys.sorted()
    }

    /// The schema of `item`. Dictionary names are looked up, the values of a typeless enum become strings, a missing type
    /// becomes "string", and objects are closed.
    func schema(of item: JSONValue) throws(DefinitionFailure) -> JSONValue {
        var item = item
        if let name = item.text {
            guard let entry = dictionary[name], entry.isTruthy else {
                let remedy = "Add it, or correct the name. Names are looked up, not keys."
                let message = "'\(name)' is not in \(dictionaryName). \(remedy)"
                let unknown = UnknownName(name: name, known: names)
                throw DefinitionFailure(code: .unknownShortcut, message: message, unknown: unknown)
            }
            guard entry.members != nil else {
                let remedy = "Write an object. An entry cannot refer to other entries."
                throw DefinitionFailure(
                    code: .unusableShortcut, message: "'\(name)' is \(entry.shown) in \(dictionaryName). \(remedy)")
            }
            item = entry
        }
        guard var members = item.members else { return item }  // A list, which the compiler refuses.
        try Self.applyDefaultType(to: &members)
        return try Self.closed(.object(members))
    }

    /// Gives a typeless schema the type string, and its enum string values.
    static func applyDefaultType(to members: inout [String: JSONValue]) throws(DefinitionFailure) {
        guard !(members["type"]?.isTruthy ?? false) else { return }
        if let values = members["enum"], values != .null {
            guard let elements = values.elements else {
                throw DefinitionFailure(code: .invalidKeyword, message: "'enum' must be a list, not \(values.shown).")
            }
            let texts = elements.compactMap(\.scriptText)
            guard texts.count == elements.count else {
                let message = "'enum' contains null, which is not text. Remove it, or declare a 'type'."
                throw DefinitionFailure(code: .invalidKeyword, message: message)
            }
            members["enum"] = .array(texts.map(JSONValue.string))
        }
        members["type"] = .string("string")
    }

    /// Forbids unknown members in every object schema within `value`.
    static func closed(_ value: JSONValue) throws(DefinitionFailure) -> JSONValue {
        switch value {
        case .null, .bool, .number, .string: return value
        case .array(let elements):
            var result: [JSONValue] = []
            for element in elements { result.append(try closed(element)) }
            return .array(result)
        case .object(let members):
            if members["additionalProperties"]?.isTruthy ?? false {
                let remedy = "Declare every property, or use patternProperties."
                throw DefinitionFailure(code: .openObject, message: "'additionalProperties' is not allowed. \(remedy)")
            }
            var result = members
            for (key, member) in members { result[key] = try closed(member) }
            if members["type"] == .string("object") { result["additionalProperties"] = .bool(false) }
            return .object(result)
        }
    }
}

/// The parameters that every pixel may carry.
enum IgnoredParameters {
    /// The parameters that the reference ships, then those of the folder. A local one replaces a shipped one of the same
    /// name.
    static func merged(with file: DefinitionFile?) -> [JSONValue] {
        var list = shipped
        for (name, value) in file?.entries ?? [] {
            if let index = list.firstIndex(where: { $0.name == name }) {
                list[index].value = value
            } else {
                list.append((name, value))
            }
        }
        return list.map(\.value)
    }

    private static let shipped: [(name: String, value: JSONValue)] = [
        ("kp", parameter("kp", ["enum": .array(["1", "-1", "0", "1?p=1"].map(JSONValue.string))])),
        ("p", parameter("p", ["enum": .array([.string("1")])])),
        ("test", parameter("test", ["enum": .array([.string("1")])])),
        ("scrlybrkr", parameter("scrlybrkr", ["pattern": .string("^[0-9a-fA-F]+$")])),
    ]

    private static func parameter(_ key: String, _ rule: [String: JSONValue]) -> JSONValue {
        .object(rule.merging(["key": .string(key), "description": .string("")]) { first, _ in first })
    }
}
