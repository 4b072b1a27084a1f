/// Judges values by compiled schemas and gathers every issue.
///
/// Follows the reference's schema library: values may be converted to the declared type *in place*, so that a branch of
/// an alternative changes what the next one sees, and a wrong type does not stop the other rules.
struct SchemaEvaluation {
    let coerces: Bool
    // Nearly every path has one step, and needs no array then.
    private var firstStep: String?
    private var moreSteps: [String] = []
    var issues: [SchemaIssue] = []

    init(coerces: Bool) { self.coerces = coerces }

    /// Judges `value`, converting it where the schema demands another type. True if it holds.
    mutating func check(_ value: inout JSONValue, against node: SchemaNode) -> Bool {
        var holds = fit(&value, to: node.types)
        for rule in node.rules { holds = apply(rule, to: &value) && holds }
        switch value {
        case .number(let number):
            guard number.isFinite else { break }
            for rule in node.numberRules where !rule.accepts(number) { holds = report(.rule(rule), value) }
        case .string(let text):
            for rule in node.stringRules where !rule.accepts(text) { holds = report(.rule(rule), value) }
        case .array:
            for rule in node.arrayRules { holds = applyToItems(rule, &value) && holds }
        case .object:
            for rule in node.objectRules { holds = applyToMembers(rule, &value) && holds }
        case .null, .bool: break
        }
        return holds
    }

    private mutating func fit(_ value: inout JSONValue, to types: [JSONType]) -> Bool {
        if types.isEmpty { return true }
        for type in types where value.fits(type) { return true }
        if coerces {
            for type in types {
                guard let coerced = value.coerced(to: type) else { continue }
                value = coerced
                return true
            }
        }
        return report(.type(types), value)
    }

    private mutating func apply(_ rule: SchemaRule, to value: inout JSONValue) -> Bool {
        switch rule {
        case .never: return report(.rule(rule), value)
        case .enumeration(let values, _): return values.contains(value) || report(.rule(rule), value)
        case .constant(let constant): return value == constant || report(.rule(rule), value)
        case .allOf(let nodes): return nodes.reduce(true) { holds, node in check(&value, against: node) && holds }
        case .anyOf(let nodes): return applyAlternatives(nodes, rule, &value) { $0 > 0 }
        case .oneOf(let nodes): return applyAlternatives(nodes, rule, &value) { $0 == 1 }
        case .not(let node): return !silently { $0.check(&value, against: node) } || report(.rule(rule), value)
        case .conditional(let test, let positive, let negative):
            let branch = silently { $0.check(&value, against: test) } ? positive : negative
            guard let branch, !check(&value, against: branch) else { return true }
            return report(.rule(rule), value)
        case .reference(let reference): return reference.target.map { check(&value, against: $0) } ?? true
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .minLength, .maxLength, .pattern,
            .format, .minItems, .maxItems, .uniqueItems, .items, .contains, .minProperties, .maxProperties, .required,
            .propertyNames, .members, .dependentRequired, .dependentSchema:
            return true
        }
    }

    private mutating func applyAlternatives(
        _ nodes: [SchemaNode], _ rule: SchemaRule, _ value: inout JSONValue, isEnough: (Int) -> Bool
    ) -> Bool {
        let before = issues.count
        // All are tried even after one holds: each may convert the value.
        let holding = nodes.reduce(0) { count, node in check(&value, against: node) ? count + 1 : count }
        guard !isEnough(holding) else {
            issues.removeSubrange(before...)
            return true
        }
        return report(.rule(rule), value)
    }

    /// Runs `check` and forgets its issues.
    mutating func silently(_ check: (inout Self) -> Bool) -> Bool {
        let before = issues.count
        defer { issues.removeSubrange(before...) }
        return check(&self)
    }

    /// Notes an issue; always false.
    mutating func report(_ breach: SchemaIssue.Breach, _ value: JSONValue) -> Bool {
        issues.append(SchemaIssue(path: (firstStep.map { [$0] } ?? []) + moreSteps, breach: breach, value: value))
        return false
    }

    mutating func check(_ value: inout JSONValue, at step: String, against node: SchemaNode) -> Bool {
        guard firstStep != nil else {
            firstStep = step
            defer { firstStep = nil }
            return check(&value, against: node)
        }
        moreSteps.append(step)
        defer { moreSteps.removeLast() }
        return check(&value, against: node)
    }

    /// Judges the member `key` by its own schema and by every pattern that fits it.
    mutating func checkMember(_ key: String, _ value: inout JSONValue, against members: ObjectMembers) -> Bool {
        var holds = true
        var isKnown = false
        if let node = members.properties[key] {
            isKnown = true
            holds = check(&value, at: key, against: node)
            guard members.overlaps else { return holds }
        }
        for member in members.patterns where member.pattern.matches(key) {
            isKnown = true
            holds = check(&value, at: key, against: member.node) && holds
        }
        guard !isKnown, let additional = members.additional else { return holds }
        if additional === SchemaNode.never { return report(.extra(key), value) }
        return check(&value, at: key, against: additional)
    }
}

extension SchemaRule {
    fileprivate func accepts(_ number: Double) -> Bool {
        switch self {
        case .minimum(let limit): return number >= limit
        case .maximum(let limit): return number <= limit
        case .exclusiveMinimum(let limit): return number > limit
        case .exclusiveMaximum(let limit): return number < limit
        case .multipleOf(let step):
            // Plain division, so that 0.07 is no multiple of 0.01; from 1e21 on the reference's rounding fails too.
            let quotient = number / step
            return quotient == quotient.rounded() && quotient.magnitude < 1e21
        case .format(let format): return format.accepts(number)
        default: return true
        }
    }

    fileprivate func accepts(_ text: String) -> Bool {
        switch self {
        case .minLength(let length): text.unicodeScalars.count >= length
        case .maxLength(let length): text.unicodeScalars.count <= length
        case .pattern(let pattern): pattern.matches(text)
        case .format(let format): format.accepts(text)
        default: true
        }
    }
}
