/// Parameters that every pixel may carry.
enum IgnoredParameters {
    /// Those that the reference ships, then those of the folder; a local one replaces the shipped one of its name.
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
