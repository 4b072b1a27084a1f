extension SchemaCompiler {
    /// Reports unknown keywords, and keywords without an effect.
    mutating func checkKeywords(_ members: [String: JSONValue], _ context: Context) {
        for keyword in members.keys.sorted() {
            if keyword == "id" {
                report(.unknownKeyword, "'id' is not a keyword; write '$id'.", at: context.path + [keyword])
            } else if SchemaKeyword.all[keyword] == nil, !dialect.extraKeywords.contains(keyword) {
                report(
                    .unknownKeyword, "'\(keyword)' is not a keyword. Correct or remove it.",
                    at: context.path + [keyword])
            }
        }
        for (keyword, partners) in [
            ("if", ["then", "else"]), ("then", ["if"]), ("else", ["if"]), ("minContains", ["contains"]),
            ("maxContains", ["contains"]),
        ] where members[keyword] != nil && !partners.contains(where: { members[$0] != nil }) {
            let wanted = partners.joined(separator: "' or '")
            report(
                .ineffectiveKeyword, "'\(keyword)' does nothing without '\(wanted)'. Add it.",
                at: context.path + [keyword])
        }
        if members["enum"] == .array([]) {
            report(.emptyEnum, "'enum' is empty, so no value is allowed. List the values.", at: context.path + ["enum"])
        }
        checkNullable(members, context)
    }

    private mutating func checkNullable(_ members: [String: JSONValue], _ context: Context) {
        guard let nullable = members["nullable"] else { return }
        if members["type"] == nil {
            report(.ineffectiveKeyword, "'nullable' needs a 'type'. Declare one.", at: context.path + ["nullable"])
        } else if nullable == .bool(false), members["type"]?.jsonTypes?.contains(.null) == true {
            report(
                .invalidKeyword, "'nullable' false contradicts the type null. Remove one.",
                at: context.path + ["nullable"])
        }
    }

    /// Narrows the types that a value may have here, and reports keywords and types that do not apply to them.
    mutating func checkTypes(_ members: [String: JSONValue], _ types: [JSONType], _ context: inout Context) {
        guard dialect.isStrict else { return }
        if context.types.isEmpty {
            context.types = types
        } else if !types.isEmpty {
            for type in types where !context.types.covers(type) {
                let expected = context.types.map(\.rawValue).joined(separator: " or ")
                report(
                    .typeConflict, "Type '\(type.rawValue)' cannot occur where the value is \(expected).",
                    at: context.path + ["type"]
                )
            }
            context.types = context.types.compactMap { type in
                if types.covers(type) { return type }
                return type == .number && types.contains(.integer) ? .integer : nil
            }
        }
        for keyword in members.keys.sorted() {
            guard let wanted = SchemaKeyword.all[keyword]?.types, !wanted.isEmpty else { continue }
            let applies = wanted.contains { type in
                context.types.contains(type) || (type == .number && context.types.contains(.integer))
            }
            guard !applies else { continue }
            let names = wanted.map(\.rawValue).joined(separator: " or ")
            report(
                .keywordTypeConflict,
                "'\(keyword)' applies to \(names) only. Declare that 'type' or remove the keyword.",
                at: context.path + [keyword]
            )
        }
    }
}

extension [JSONType] {
    /// Whether `type` is among these; an integer is a number too.
    fileprivate func covers(_ type: JSONType) -> Bool {
        contains(type) || (type == .integer && contains(.number))
    }
}
