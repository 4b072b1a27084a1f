/// The compiled suffixes of a pixel.
struct SuffixSchema: Sendable {
    private let schema: Schema
    /// The positions of a plain sequence; nil for alternatives.
    private let sequence: [SchemaNode]?

    init(_ schema: Schema) {
        self.schema = schema
        if let members = schema.members, schema.root.rules.isEmpty {
            sequence = (0..<members.properties.count).compactMap { members.properties[String($0)] }
        } else {
            sequence = nil
        }
    }

    /// Judges what follows the definition's name in a pixel's name.
    func check(_ suffixes: Substring, _ evaluation: inout SchemaEvaluation) {
        guard let sequence else { return checkAlternatives(suffixes, &evaluation) }
        var rest = suffixes.utf8[...]
        var position = 0
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "_")) ?? rest.endIndex
            var value = JSONValue.string(String(Substring(rest[..<end])))
            if position < sequence.count {
                _ = evaluation.check(&value, at: String(position), against: sequence[position])
            } else {
                _ = evaluation.report(.extra(String(position)), value)
            }
            guard end < rest.endIndex else { return }
            rest = rest[rest.index(after: end)...]
            position += 1
        }
    }

    /// Alternatives share the tokens, and one may convert what the next one sees.
    private func checkAlternatives(_ suffixes: Substring, _ evaluation: inout SchemaEvaluation) {
        var object: [String: JSONValue] = [:]
        for (index, token) in suffixes.split(separator: "_", omittingEmptySubsequences: false).enumerated() {
            object[String(index)] = .string(String(token))
        }
        var value = JSONValue.object(object)
        _ = evaluation.check(&value, against: schema.root)
    }
}
