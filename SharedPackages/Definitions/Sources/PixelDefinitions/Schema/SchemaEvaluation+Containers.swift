extension SchemaEvaluation {
    mutating func applyToItems(_ rule: SchemaRule, _ value: inout JSONValue) -> Bool {
        guard var elements = value.elements else { return true }
        switch rule {
        case .minItems(let count): return elements.count >= count || report(.rule(rule), value)
        case .maxItems(let count): return elements.count <= count || report(.rule(rule), value)
        case .uniqueItems:
            for (index, element) in elements.enumerated() where elements[..<index].contains(element) {
                return report(.repeated, value)
            }
            return true
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
            return (count >= minimum && count <= maximum ?? .max) || report(.rule(rule), value)
        default: return true
        }
    }

    mutating func applyToMembers(_ rule: SchemaRule, _ value: inout JSONValue) -> Bool {
        guard var members = value.members else { return true }
        switch rule {
        case .minProperties(let count): return members.count >= count || report(.rule(rule), value)
        case .maxProperties(let count): return members.count <= count || report(.rule(rule), value)
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
                holds = checkMember(key, &member, against: rules) && holds
                members[key] = member
            }
            value = .object(members)
            return holds
        case .dependentRequired(let name, let others): return members[name] == nil || require(others, of: value)
        case .dependentSchema(let name, let node): return members[name] == nil || check(&value, against: node)
        default: return true
        }
    }

    private mutating func require(_ names: [String], of value: JSONValue) -> Bool {
        names.reduce(true) { holds, name in
            value[name] == nil ? report(.missing(name), value) : holds
        }
    }
}
