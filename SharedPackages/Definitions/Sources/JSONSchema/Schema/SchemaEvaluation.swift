/// Checks values against compiled schemas and gathers every issue.
///
/// Follows the reference's schema library. A value may be converted to the declared type *in place*, so a branch of an
/// alternative changes the value that the next branch sees. A wrong type does not stop the other rules.
package struct SchemaEvaluation {
    /// Schemas may refer to each other so that one value is checked more often than a computer can.
    private static let mostChecks = 250_000
    private static let deepest = 512

    private let coerces: Bool
    private var checks = 0
    private var depth = 0
    // Nearly every path has one step, which needs no array.
    private var firstStep: String?
    private var moreSteps: [String] = []
    package var issues: [SchemaIssue] = []

    package init(coerces: Bool) { self.coerces = coerces }

    /// Checks `value`, and converts it where the schema demands another type. True if every rule holds.
    @discardableResult
    package mutating func check(_ value: inout JSONValue, against node: SchemaNode) -> Bool {
        checks += 1
        depth += 1
        defer { depth -= 1 }
        guard checks <= Self.mostChecks, depth <= Self.deepest else { return report(.endless, value) }
        var holds = fit(&value, to: node.types)
        for rule in node.generalRules { holds = apply(rule, to: &value) && holds }
        switch value {
        case .number(let number):
            guard number.isFinite else { break }
            for rule in node.numberRules where !rule.accepts(number) { holds = report(.number(rule), value) }
        case .string(let text): for rule in node.stringRules { holds = apply(rule, to: text) && holds }
        case .array: for rule in node.arrayRules { holds = apply(rule, to: &value) && holds }
        case .object: for rule in node.objectRules { holds = apply(rule, to: &value) && holds }
        case .null, .bool: break
        }
        return holds
    }

    /// Checks the part `step` of a value.
    @discardableResult
    package mutating func check(_ value: inout JSONValue, at step: String, against node: SchemaNode) -> Bool {
        guard firstStep != nil else {
            firstStep = step
            defer { firstStep = nil }
            return check(&value, against: node)
        }
        moreSteps.append(step)
        defer { moreSteps.removeLast() }
        return check(&value, against: node)
    }

    /// Checks the member `key` by its own schema and by the schema of every pattern that matches the key.
    @discardableResult
    package mutating func check(_ value: inout JSONValue, ofMember key: String, against members: ObjectMembers) -> Bool
    {
        var holds = true
        var isKnown = false
        if let node = members.properties[key] {
            isKnown = true
            holds = check(&value, at: key, against: node)
            guard members.overlaps else { return holds }
        }
        for member in members.patterns {
            switch member.pattern.search(key) {
            case .found:
                isKnown = true
                holds = check(&value, at: key, against: member.node) && holds
            case .absent: break
            case .unfinished: holds = report(.unfinished(member.pattern), .string(key))
            }
        }
        guard !isKnown, let additional = members.additional else { return holds }
        if additional === SchemaNode.never { return report(.extra(key), value) }
        return check(&value, at: key, against: additional)
    }

    /// Records an issue. Always returns false.
    @discardableResult
    package mutating func report(_ breach: SchemaIssue.Breach, _ value: JSONValue) -> Bool {
        issues.append(SchemaIssue(path: (firstStep.map { [$0] } ?? []) + moreSteps, breach: breach, value: value))
        return false
    }

    /// Runs `check` and drops its issues.
    private mutating func silently(_ check: (inout Self) -> Bool) -> Bool {
        let before = issues.count
        defer { issues.removeSubrange(before...) }
        return check(&self)
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
}

// MARK: General rules

extension SchemaEvaluation {
    private mutating func apply(_ rule: GeneralRule, to value: inout JSONValue) -> Bool {
        switch rule {
        case .never: return report(.general(rule), value)
        case .enumeration(let values, _): return values.contains(value) || report(.general(rule), value)
        case .constant(let constant): return value == constant || report(.general(rule), value)
        case .allOf(let nodes): return nodes.reduce(true) { holds, node in check(&value, against: node) && holds }
        case .anyOf(let nodes): return applyAlternatives(nodes, rule, &value) { $0 > 0 }
        case .oneOf(let nodes): return applyAlternatives(nodes, rule, &value) { $0 == 1 }
        case .not(let node): return !silently { $0.check(&value, against: node) } || report(.general(rule), value)
        case .conditional(let test, let positive, let negative):
            let branch = silently { $0.check(&value, against: test) } ? positive : negative
            guard let branch, !check(&value, against: branch) else { return true }
            return report(.general(rule), value)
        case .reference(let reference): return reference.target.map { check(&value, against: $0) } ?? true
        }
    }

    private mutating func applyAlternatives(
        _ nodes: [SchemaNode], _ rule: GeneralRule, _ value: inout JSONValue, isEnough: (Int) -> Bool
    ) -> Bool {
        let before = issues.count
        // All are tried even after one holds: each may convert the value.
        let holding = nodes.reduce(0) { count, node in check(&value, against: node) ? count + 1 : count }
        guard !isEnough(holding) else {
            issues.removeSubrange(before...)
            return true
        }
        return report(.general(rule), value)
    }
}

// MARK: Numbers and strings

extension NumberRule {
    fileprivate func accepts(_ number: Double) -> Bool {
        switch self {
        case .minimum(let limit): return number >= limit
        case .maximum(let limit): return number <= limit
        case .exclusiveMinimum(let limit): return number > limit
        case .exclusiveMaximum(let limit): return number < limit
        case .multipleOf(let step):
            // Plain division, so 0.07 is no multiple of 0.01. From 1e21 on, the reference's rounding fails too.
            let quotient = number / step
            return quotient == quotient.rounded() && quotient.magnitude < 1e21
        case .format(let format): return format.accepts(number)
        }
    }
}

extension SchemaEvaluation {
    private mutating func apply(_ rule: StringRule, to text: String) -> Bool {
        let holds: Bool
        switch rule {
        case .minLength(let length): holds = text.unicodeScalars.count >= length
        case .maxLength(let length): holds = text.unicodeScalars.count <= length
        case .format(let format): holds = format.accepts(text)
        case .pattern(let pattern):
            let outcome = pattern.search(text)
            if outcome == .unfinished { return report(.unfinished(pattern), .string(text)) }
            holds = outcome == .found
        }
        return holds || report(.string(rule), .string(text))
    }
}

// MARK: Lists

extension SchemaEvaluation {
    private mutating func apply(_ rule: ArrayRule, to value: inout JSONValue) -> Bool {
        guard var elements = value.elements else { return true }
        switch rule {
        case .minItems(let count): return elements.count >= count || report(.array(rule), value)
        case .maxItems(let count): return elements.count <= count || report(.array(rule), value)
        case .uniqueItems:
            // Equal values have equal JSON. Bytes are compared, since Swift treats some different strings as equal.
            return Set(elements.map { Array($0.json.utf8) }).count == elements.count || report(.array(rule), value)
        case .items(let prefix, let rest):
            var holds = true
            for index in elements.indices {
                guard let node = index < prefix.count ? prefix[index] : rest else { break }
                holds = check(&elements[index], at: String(index), against: node) && holds
            }
            value = .array(elements)
            return holds
        case .contains(let node, let minimum, let maximum):
            let count = elements.indices.reduce(0) { count, index in
                silently { $0.check(&elements[index], against: node) } ? count + 1 : count
            }
            value = .array(elements)
            return (count >= minimum && count <= maximum ?? .max) || report(.array(rule), value)
        }
    }
}

// MARK: Objects

extension SchemaEvaluation {
    private mutating func apply(_ rule: ObjectRule, to value: inout JSONValue) -> Bool {
        guard var members = value.members else { return true }
        switch rule {
        case .minProperties(let count): return members.count >= count || report(.object(rule), value)
        case .maxProperties(let count): return members.count <= count || report(.object(rule), value)
        case .required(let names): return require(names, of: value)
        case .propertyNames(let node):
            return members.keys.sorted().reduce(true) { holds, name in
                var key = JSONValue.string(name)
                return check(&key, against: node) && holds
            }
        case .members(let rules):
            var holds = true
            for key in members.keys.sorted() {
                guard var member = members[key] else { continue }
                holds = check(&member, ofMember: key, against: rules) && holds
                members[key] = member
            }
            value = .object(members)
            return holds
        case .dependentRequired(let name, let others): return members[name] == nil || require(others, of: value)
        case .dependentSchema(let name, let node): return members[name] == nil || check(&value, against: node)
        }
    }

    private mutating func require(_ names: [String], of value: JSONValue) -> Bool {
        names.reduce(true) { holds, name in
            value[name] == nil ? report(.missing(name), value) : holds
        }
    }
}
