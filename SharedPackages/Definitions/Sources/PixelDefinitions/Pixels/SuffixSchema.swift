import JSONSchema

/// The compiled suffixes of a pixel.
struct SuffixSchema: Sendable {
    private let schema: CompiledSchema
    /// The positions of a plain sequence; nil for alternatives.
    private let sequence: [SchemaNode]?

    init(_ schema: CompiledSchema) {
        self.schema = schema
        if let members = schema.members, schema.root.generalRules.isEmpty {
            sequence = (0..<members.properties.count).compactMap { members.properties[String($0)] }
        } else {
            sequence = nil
        }
    }

    /// Checks the text that follows the definition's name in a pixel's name.
    func check(_ suffixes: Substring, _ evaluation: inout SchemaEvaluation) {
        guard let sequence else { return checkAlternatives(suffixes, &evaluation) }
        var rest = suffixes.utf8[...]
        var position = 0
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "_")) ?? rest.endIndex
            var value = JSONValue.string(String(Substring(rest[..<end])))
            if position < sequence.count {
                evaluation.check(&value, at: String(position), against: sequence[position])
            } else {
                evaluation.report(.extra(String(position)), value)
            }
            guard end < rest.endIndex else { return }
            rest = rest[rest.index(after: end)...]
            position += 1
        }
    }

    /// Alternatives share the tokens, so one may convert the tokens of the next.
    private func checkAlternatives(_ suffixes: Substring, _ evaluation: inout SchemaEvaluation) {
        let tokens = suffixes.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        var tokensByPlace: [String: JSONValue] = [:]
        for (place, token) in tokens.enumerated() { tokensByPlace[String(place)] = .string(String(Substring(token))) }
        var value = JSONValue.object(tokensByPlace)
        evaluation.check(&value, against: schema.root)
    }
}
