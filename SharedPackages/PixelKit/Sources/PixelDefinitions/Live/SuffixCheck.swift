/// Judges the suffixes of a name.
enum SuffixCheck {
    private static let positions = (0..<64).map(String.init)

    static func run(_ suffixes: Substring, against schema: Schema, _ evaluation: inout SchemaEvaluation) {
        let tokens = suffixes.split(separator: "_", omittingEmptySubsequences: false)
        if let members = schema.members, schema.root.rules.isEmpty {
            for (index, token) in tokens.enumerated() {
                var value = JSONValue.string(String(token))
                _ = evaluation.checkMember(position(index), &value, against: members)
            }
            return
        }
        // Alternatives share the tokens, and one may convert what the next one sees.
        var object: [String: JSONValue] = [:]
        for (index, token) in tokens.enumerated() { object[position(index)] = .string(String(token)) }
        var value = JSONValue.object(object)
        _ = evaluation.check(&value, against: schema.root)
    }

    private static func position(_ index: Int) -> String { index < positions.count ? positions[index] : String(index) }
}
