/// One way in which a value breaks its schema.
struct SchemaIssue: Sendable {
    enum Breach: Sendable {
        case type([JSONType])
        case rule(SchemaRule)
        case missing(String)
        case extra(String)
        case repeated
    }

    var path: [String]
    var breach: Breach
    /// The value, shortened, where showing it helps.
    var value: JSONValue

    /// Whether the reference forgets this message when it formats its results, and with it the failure.
    var isForgottenByReference: Bool {
        if case .rule(.not) = breach { true } else { false }
    }

    /// What is wrong, in words; the subject is the caller's to name.
    var phrase: String {
        switch breach {
        case .type(let types): "must be \(types.map(\.rawValue).joined(separator: " or ")), not \(shown)"
        case .rule(let rule): "\(rule.phrase)\(rule.showsValue ? ", not \(shown)" : "")"
        case .missing(let name): "lacks '\(name)'"
        case .extra(let name): "may not contain '\(name)'"
        case .repeated: "repeats an item"
        }
    }

    private var shown: String {
        let text = value.json
        return text.count > 80 ? text.prefix(79) + "…" : text
    }
}

extension SchemaRule {
    /// What the rule demands.
    fileprivate var phrase: String {
        switch self {
        case .never: "is not allowed"
        case .enumeration(_, let phrase): phrase
        case .constant(let value): "must be \(value.json)"
        case .allOf, .reference, .items, .members, .propertyNames, .dependentSchema: "breaks a nested rule"
        case .anyOf: "fits none of the alternatives"
        case .oneOf: "must fit exactly one of the alternatives"
        case .not: "is excluded"
        case .conditional: "breaks a conditional rule"
        case .minimum(let limit): "must be at least \(limit.scriptText)"
        case .maximum(let limit): "must be at most \(limit.scriptText)"
        case .exclusiveMinimum(let limit): "must be above \(limit.scriptText)"
        case .exclusiveMaximum(let limit): "must be below \(limit.scriptText)"
        case .multipleOf(let step): "must be a multiple of \(step.scriptText)"
        case .minLength(let length): "must have at least \(length) characters"
        case .maxLength(let length): "must have at most \(length) characters"
        case .pattern(let pattern): "must match \(pattern.source)"
        case .format(let format): "must be a valid \(format.rawValue)"
        case .minItems(let count): "must have at least \(count) items"
        case .maxItems(let count): "must have at most \(count) items"
        case .uniqueItems: "must not repeat items"
        case .contains(_, let minimum, let maximum):
            "must contain from \(minimum) to \(maximum.map(String.init) ?? "any number of") matching items"
        case .minProperties(let count): "must have at least \(count) members"
        case .maxProperties(let count): "must have at most \(count) members"
        case .required(let names), .dependentRequired(_, let names): "must have \(names.joined(separator: ", "))"
        }
    }

    fileprivate var showsValue: Bool {
        switch self {
        case .enumeration, .constant, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .minLength,
            .maxLength, .pattern, .format:
            true
        case .never, .allOf, .anyOf, .oneOf, .not, .conditional, .reference, .minItems, .maxItems, .uniqueItems, .items,
            .contains, .minProperties, .maxProperties, .required, .propertyNames, .members, .dependentRequired,
            .dependentSchema:
            false
        }
    }
}
