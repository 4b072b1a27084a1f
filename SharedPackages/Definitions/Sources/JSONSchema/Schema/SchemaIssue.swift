/// One way in which a value breaks its schema.
package struct SchemaIssue: Sendable {
    package enum Breach: Sendable {
        case type([JSONType])
        case general(GeneralRule)
        case number(NumberRule)
        case string(StringRule)
        case array(ArrayRule)
        case object(ObjectRule)
        case missing(String)
        case extra(String)
        /// The search for the pattern was given up at its step limit.
        case unfinished(Pattern)
        /// The check was given up at its step limit.
        case endless
    }

    package var path: [String]
    package var breach: Breach
    package var value: JSONValue

    /// The predicate of a sentence about the value, such as "must be at most 10, not 11".
    package var phrase: String {
        switch breach {
        case .type(let types): "must be \(types.map(\.rawValue).joined(separator: " or ")), not \(value.shown)"
        case .general(let rule): rule.showsValue ? "\(rule.phrase), not \(value.shown)" : rule.phrase
        case .number(let rule): "\(rule.phrase), not \(value.shown)"
        case .string(let rule): "\(rule.phrase), not \(value.shown)"
        case .array(let rule): rule.phrase
        case .object(let rule): rule.phrase
        case .missing(let name): "lacks '\(name)'"
        case .extra(let name): "may not contain '\(name)'"
        case .endless: "takes too many steps to check"
        case .unfinished(let pattern): "takes too many steps to match \(pattern.source)"
        }
    }
}

extension JSONValue {
    /// The value as compact JSON of at most 80 characters, for messages.
    package var shown: String {
        let text = json
        return text.utf8.count > 80 && text.count > 80 ? text.prefix(79) + "…" : text
    }
}

extension GeneralRule {
    fileprivate var phrase: String {
        switch self {
        case .never: "is not allowed"
        case .enumeration(_, let phrase): phrase
        case .constant(let value): "must be \(value.json)"
        case .allOf, .reference: "breaks a nested rule"
        case .anyOf: "fits none of the alternatives"
        case .oneOf: "must fit exactly one of the alternatives"
        case .not: "is excluded"
        case .conditional: "breaks a conditional rule"
        }
    }

    fileprivate var showsValue: Bool {
        switch self {
        case .enumeration, .constant: true
        case .never, .allOf, .anyOf, .oneOf, .not, .conditional, .reference: false
        }
    }
}

extension NumberRule {
    fileprivate var phrase: String {
        switch self {
        case .minimum(let limit): "must be at least \(limit.scriptText)"
        case .maximum(let limit): "must be at most \(limit.scriptText)"
        case .exclusiveMinimum(let limit): "must be above \(limit.scriptText)"
        case .exclusiveMaximum(let limit): "must be below \(limit.scriptText)"
        case .multipleOf(let step): "must be a multiple of \(step.scriptText)"
        case .format(let format): "must be a valid \(format.rawValue)"
        }
    }
}

extension StringRule {
    fileprivate var phrase: String {
        switch self {
        case .minLength(let length): "must have at least \(length) characters"
        case .maxLength(let length): "must have at most \(length) characters"
        case .pattern(let pattern): "must match \(pattern.source)"
        case .format(let format): "must be a valid \(format.rawValue)"
        }
    }
}

extension ArrayRule {
    fileprivate var phrase: String {
        switch self {
        case .minItems(let count): "must have at least \(count) items"
        case .maxItems(let count): "must have at most \(count) items"
        case .uniqueItems: "must not repeat items"
        case .items: "breaks a nested rule"
        case .contains(_, let minimum, let maximum):
            "must contain from \(minimum) to \(maximum.map(String.init) ?? "any number of") matching items"
        }
    }
}

extension ObjectRule {
    fileprivate var phrase: String {
        switch self {
        case .minProperties(let count): "must have at least \(count) members"
        case .maxProperties(let count): "must have at most \(count) members"
        case .required(let names), .dependentRequired(_, let names): "must have \(names.joined(separator: ", "))"
        case .members, .propertyNames, .dependentSchema: "breaks a nested rule"
        }
    }
}
