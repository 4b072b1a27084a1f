/// The outward form of parameters and suffixes, in definitions and in dictionaries.
enum ItemShape {
    struct Problem {
        var code: FaultCode
        var message: String
    }

    /// A parameter is a shortcut, or an object with a description and exactly one of `key` and `keyPattern`.
    static func parameterFaults(_ item: JSONValue) -> [Problem] {
        if item.text != nil { return [] }
        guard let members = item.members else {
            return [problem(.invalidParameter, "A parameter must be an object or a dictionary name, not \(item.json).")]
        }
        let name = (members["key"] ?? members["keyPattern"])?.text ?? item.json
        var problems = textProblems(members, .invalidParameter, name)
        for field in ["key", "keyPattern"] where members[field].map({ $0.text == nil }) ?? false {
            problems.append(
                problem(.invalidParameter, "'\(field)' must be a string, not \(members[field]?.json ?? "")."))
        }
        if members["key"] == nil, members["keyPattern"] == nil {
            problems.append(
                problem(.invalidParameter, "Parameter \(name) has neither 'key' nor 'keyPattern'. Add one."))
        } else if members["key"] != nil, members["keyPattern"] != nil {
            problems.append(
                problem(.invalidParameter, "Parameter '\(name)' has both 'key' and 'keyPattern'. Keep one."))
        }
        if let encoding = members["encoding"], encoding != .string("base64") {
            problems.append(
                problem(.invalidParameter, "The encoding of '\(name)' must be \"base64\", not \(encoding.json)."))
        }
        return problems
    }

    /// A suffix is a shortcut, an object with a description, or a list of suffixes.
    static func suffixFaults(_ item: JSONValue) -> [Problem] {
        switch item {
        case .string: return []
        case .array(let items): return items.flatMap(suffixFaults)
        case .object(let members):
            var problems = textProblems(members, .invalidSuffix, item.json)
            if let key = members["key"], key.text == nil {
                problems.append(problem(.invalidSuffix, "The 'key' of a suffix must be a string, not \(key.json)."))
            }
            return problems
        case .null, .bool, .number:
            return [
                problem(.invalidSuffix, "A suffix must be an object, a dictionary name or a list, not \(item.json).")
            ]
        }
    }

    private static func textProblems(_ members: [String: JSONValue], _ code: FaultCode, _ name: String) -> [Problem] {
        guard let description = members["description"] else {
            return [problem(code, "\(name) lacks a 'description'. Say what it tells.")]
        }
        return description.text == nil ? [problem(code, "The 'description' of \(name) must be a string.")] : []
    }

    private static func problem(_ code: FaultCode, _ message: String) -> Problem {
        Problem(code: code, message: message)
    }
}
