/// Turns the parameters and suffixes of a definition into JSON Schema.
struct ItemResolver {
    /// Why an item cannot become a schema.
    struct Failure: Error, Equatable {
        var code: FaultCode
        var message: String
    }

    let dictionary: [String: JSONValue]
    let dictionaryName: String

    /// The schema of `item`: dictionary names are looked up, typeless enums become strings, a missing type is
    /// "string", objects are closed.
    func schema(of item: JSONValue) throws(Failure) -> JSONValue {
        var item = item
        if let name = item.text {
            guard let entry = dictionary[name], entry.isTruthy else {
                let remedy = "Add it, or correct the name (names, not keys, are looked up)."
                let hint = SimilarNames.hint(for: name, among: dictionary.keys.map(\.self))
                let message = "'\(name)' is not in \(dictionaryName). \(remedy)\(hint)"
                throw Failure(code: .unknownShortcut, message: message)
            }
            guard entry.members != nil else {
                let remedy = "Dictionary entries cannot stand for other entries or lists."
                throw Failure(
                    code: .unusableShortcut, message: "'\(name)' is \(entry.json) in \(dictionaryName). \(remedy)")
            }
            item = entry
        }
        guard var members = item.members else { return item }  // A stray list; the compiler refuses it.
        try Self.applyDefaultType(to: &members)
        return try Self.closed(.object(members))
    }

    /// Gives a typeless schema the type string, and its enum string values.
    static func applyDefaultType(to members: inout [String: JSONValue]) throws(Failure) {
        guard !(members["type"]?.isTruthy ?? false) else { return }
        if let values = members["enum"], values != .null {
            guard let elements = values.elements else {
                throw Failure(code: .invalidKeyword, message: "'enum' must be a list, not \(values.json).")
            }
            let texts = elements.compactMap(\.scriptText)
            guard texts.count == elements.count else {
                let message = "'enum' contains null, which is no text. Remove it, or declare a 'type'."
                throw Failure(code: .invalidKeyword, message: message)
            }
            members["enum"] = .array(texts.map(JSONValue.string))
        }
        members["type"] = .string("string")
    }

    /// Forbids unknown members in every object schema within `value`.
    static func closed(_ value: JSONValue) throws(Failure) -> JSONValue {
        switch value {
        case .null, .bool, .number, .string: return value
        case .array(let elements):
            var result: [JSONValue] = []
            for element in elements { result.append(try closed(element)) }
            return .array(result)
        case .object(let members):
            if members["additionalProperties"]?.isTruthy ?? false {
                let remedy = "Declare every property, or use patternProperties."
                throw Failure(code: .openObject, message: "'additionalProperties' is not allowed. \(remedy)")
            }
            var result = members
            for (key, member) in members { result[key] = try closed(member) }
            if members["type"] == .string("object") { result["additionalProperties"] = .bool(false) }
            return .object(result)
        }
    }
}
