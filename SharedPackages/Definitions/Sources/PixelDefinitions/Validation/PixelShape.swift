import JSONSchema

/// Checks the form of pixel definitions: fields, their types, names.
struct PixelShape {
    let file: DefinitionFile
    let version: SchemaVersion
    private(set) var faults: [Fault] = []

    init(file: DefinitionFile, version: SchemaVersion) {
        self.file = file
        self.version = version
    }

    /// The faults of a whole file. If there are any, the reference stops validating the file.
    static func faults(of file: DefinitionFile, version: SchemaVersion) -> [Fault] {
        var shape = Self(file: file, version: version)
        guard file.value.members != nil else {
            return [
                file.fault(
                    .wrongType, "A definition file must be an object of pixels, not \(file.value.shown).")
            ]
        }
        for (name, definition) in file.entries { shape.check(name, definition) }
        return shape.faults
    }

    private mutating func check(_ name: String, _ definition: JSONValue) {
        if name.contains(".") {
            let remedy = "Write '_' instead; experiments belong in native_experiments.json5."
            report(.invalidName, "A pixel's name must not contain '.'. \(remedy)", at: [name])
        }
        guard let fields = definition.members else {
            return report(.wrongType, "A pixel must be an object, not \(definition.shown).", at: [name])
        }
        for field in version.requiredFields where fields[field] == nil {
            report(.missingField, "The field '\(field)' is missing. Add it.", at: [name, field])
        }
        for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let kind = version.fields[field] {
                check(value, is: kind, at: [name, field])
            } else {
                let known = version.fields.keys.sorted().joined(separator: ", ")
                report(.unknownField, "'\(field)' is not a field of a pixel. Use one of: \(known).", at: [name, field])
            }
        }
    }

    private mutating func check(_ value: JSONValue, is field: SchemaVersion.Field, at path: [String]) {
        switch field {
        case .text: expect(value.text != nil, "a string", value, at: path)
        case .flag: expect(value.fits(.boolean), "true or false", value, at: path)
        case .owners: checkTexts(value, atLeastOne: true, at: path)
        case .triggers: checkTriggers(value, at: path)
        case .addresses: checkAddresses(value, at: path)
        case .date: checkDate(value, at: path)
        case .suffixes:
            guard let items = value.elements else { return expect(false, "a list", value, at: path) }
            for (index, item) in items.enumerated() {
                report(ItemShape.suffixProblems(item), at: path + [String(index)])
            }
        case .parameters:
            guard let items = value.elements else { return expect(false, "a list", value, at: path) }
            for (index, item) in items.enumerated() {
                report(ItemShape.parameterProblems(item), at: path + [String(index)])
            }
        }
    }

    private mutating func checkTexts(_ value: JSONValue, atLeastOne: Bool, at path: [String]) {
        guard let elements = value.elements else { return expect(false, "a list of strings", value, at: path) }
        if atLeastOne, elements.isEmpty {
            report(.emptyList, "'\(path.last ?? "")' is empty. List at least one.", at: path)
        }
        for (index, element) in elements.enumerated() {
            expect(element.text != nil, "a string", element, at: path + [String(index)])
        }
    }

    private mutating func checkTriggers(_ value: JSONValue, at path: [String]) {
        checkTexts(value, atLeastOne: true, at: path)
        for (index, element) in (value.elements ?? []).enumerated() {
            guard let trigger = element.text, !version.triggers.contains(trigger) else { continue }
            let known = version.triggers.joined(separator: ", ")
            report(
                .unknownTrigger, "'\(trigger)' is not a trigger of schema \(version.name). Use one of: \(known).",
                at: path + [String(index)]
            )
        }
    }

    private mutating func checkAddresses(_ value: JSONValue, at path: [String]) {
        checkTexts(value, atLeastOne: false, at: path)
        for (index, element) in (value.elements ?? []).enumerated() {
            guard let address = element.text, !StringFormat.uri.accepts(address) else { continue }
            report(
                .invalidAddress, "'\(address)' is not an address. Begin it with a scheme, such as https:.",
                at: path + [String(index)])
        }
    }

    private mutating func checkDate(_ value: JSONValue, at path: [String]) {
        guard let date = value.text else { return expect(false, "a date as a string", value, at: path) }
        guard !StringFormat.date.accepts(date) else { return }
        report(.invalidDate, "'\(date)' is not a date. Write YYYY-MM-DD.", at: path)
    }

    private mutating func expect(_ holds: Bool, _ expected: String, _ value: JSONValue, at path: [String]) {
        guard !holds else { return }
        let index = path.last.flatMap { Int($0) } != nil
        let subject = index ? "An item of '\(path.dropLast().last ?? "")'" : "'\(path.last ?? "")'"
        report(.wrongType, "\(subject) must be \(expected), not \(value.shown).", at: path)
    }

    private mutating func report(_ problems: [ItemShape.Problem], at path: [String]) {
        for problem in problems { report(problem.code, problem.message, at: path) }
    }

    private mutating func report(_ code: FaultCode, _ message: String, at path: [String]) {
        faults.append(file.fault(code, message, at: path, pixel: path.first))
    }
}

/// Checks the form of parameters and suffixes, in definitions and in dictionaries.
enum ItemShape {
    struct Problem {
        var code: FaultCode
        var message: String
    }

    /// A parameter is a shortcut, or an object with a description and exactly one of `key` and `keyPattern`.
    static func parameterProblems(_ item: JSONValue) -> [Problem] {
        if item.text != nil { return [] }
        guard let members = item.members else {
            return [
                problem(.invalidParameter, "A parameter must be an object or a dictionary name, not \(item.shown).")
            ]
        }
        let name = (members["key"] ?? members["keyPattern"])?.text ?? item.shown
        var problems = textProblems(members, .invalidParameter, name)
        for field in ["key", "keyPattern"] where members[field].map({ $0.text == nil }) ?? false {
            problems.append(
                problem(.invalidParameter, "'\(field)' must be a string, not \(members[field]?.shown ?? "")."))
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
                problem(.invalidParameter, "The encoding of '\(name)' must be \"base64\", not \(encoding.shown)."))
        }
        return problems
    }

    /// A suffix is a shortcut, an object with a description, or a list of suffixes.
    static func suffixProblems(_ item: JSONValue) -> [Problem] {
        switch item {
        case .string: return []
        case .array(let items): return items.flatMap(suffixProblems)
        case .object(let members):
            var problems = textProblems(members, .invalidSuffix, item.shown)
            if let key = members["key"], key.text == nil {
                problems.append(problem(.invalidSuffix, "The 'key' of a suffix must be a string, not \(key.shown)."))
            }
            return problems
        case .null, .bool, .number:
            return [
                problem(.invalidSuffix, "A suffix must be an object, a dictionary name or a list, not \(item.shown).")
            ]
        }
    }

    private static func textProblems(_ members: [String: JSONValue], _ code: FaultCode, _ name: String) -> [Problem] {
        guard let description = members["description"] else {
            return [problem(code, "\(name) lacks a 'description'. Add one.")]
        }
        return description.text == nil
            ? [problem(code, "The 'description' of \(name) must be a string. Quote it.")] : []
    }

    private static func problem(_ code: FaultCode, _ message: String) -> Problem {
        Problem(code: code, message: message)
    }
}
