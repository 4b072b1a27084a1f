/// Checks the outward form of pixel definitions: fields, their types, names.
struct PixelShape {
    let file: DefinitionFile
    let version: SchemaVersion
    private(set) var faults: [Fault] = []

    init(file: DefinitionFile, version: SchemaVersion) {
        self.file = file
        self.version = version
    }

    /// The faults of a whole file. If there are any, the reference looks no further into the file.
    static func faults(of file: DefinitionFile, version: SchemaVersion) -> [Fault] {
        var shape = Self(file: file, version: version)
        guard file.value.members != nil else {
            return [
                file.fault(
                    .wrongType, "A definition file must be an object of pixels, not \(file.value.json.prefix(40)).")
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
            return report(.wrongType, "A pixel must be an object, not \(definition.json).", at: [name])
        }
        for field in version.requiredFields where fields[field] == nil {
            report(.missingField, "The field '\(field)' is missing. Add it.", at: [name, field])
        }
        for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let kind = version.fields[field] {
                check(value, is: kind, at: [name, field])
            } else {
                let known = version.fields.keys.sorted().joined(separator: ", ")
                report(.unknownField, "'\(field)' is not a field of a pixel. Known are: \(known).", at: [name, field])
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
                report(ItemShape.suffixFaults(item), at: path + [String(index)])
            }
        case .parameters:
            guard let items = value.elements else { return expect(false, "a list", value, at: path) }
            for (index, item) in items.enumerated() {
                report(ItemShape.parameterFaults(item), at: path + [String(index)])
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
                .unknownTrigger, "'\(trigger)' is not a trigger of schema \(version.name). Known are: \(known).",
                at: path + [String(index)]
            )
        }
    }

    private mutating func checkAddresses(_ value: JSONValue, at path: [String]) {
        checkTexts(value, atLeastOne: false, at: path)
        for (index, element) in (value.elements ?? []).enumerated() {
            guard let address = element.text, !SchemaFormat.uri.accepts(address) else { continue }
            report(
                .invalidAddress, "'\(address)' is not an address with a scheme, such as https.",
                at: path + [String(index)])
        }
    }

    private mutating func checkDate(_ value: JSONValue, at path: [String]) {
        guard let date = value.text else { return expect(false, "a date as a string", value, at: path) }
        guard !SchemaFormat.date.accepts(date) else { return }
        report(.invalidDate, "'\(date)' is not a date of the calendar. Write YYYY-MM-DD.", at: path)
    }

    private mutating func expect(_ holds: Bool, _ expected: String, _ value: JSONValue, at path: [String]) {
        guard !holds else { return }
        let index = path.last.flatMap { Int($0) } != nil
        let subject = index ? "An item of '\(path.dropLast().last ?? "")'" : "'\(path.last ?? "")'"
        report(.wrongType, "\(subject) must be \(expected), not \(value.json).", at: path)
    }

    private mutating func report(_ problems: [ItemShape.Problem], at path: [String]) {
        for problem in problems { report(problem.code, problem.message, at: path) }
    }

    private mutating func report(_ code: FaultCode, _ message: String, at path: [String]) {
        faults.append(file.fault(code, message, at: path, pixel: path.first))
    }
}
