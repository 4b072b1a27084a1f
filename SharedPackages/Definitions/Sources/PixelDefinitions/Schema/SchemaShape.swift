/// Checks that every keyword of a schema has a value of the right kind, as the 2020-12 metaschema demands.
struct SchemaShape {
    private(set) var faults: [SchemaFault] = []

    static func faults(of schema: JSONValue) -> [SchemaFault] {
        var check = Self()
        check.visit(schema, [])
        return check.faults
    }

    private mutating func visit(_ schema: JSONValue, _ path: [String]) {
        switch schema {
        case .bool: break
        case .object(let members):
            for (keyword, value) in members.sorted(by: { $0.key < $1.key }) {
                guard let entry = SchemaKeyword.all[keyword] else { continue }
                check(value, is: entry.shape, path + [keyword])
            }
        case .null, .number, .string, .array:
            faults.append(
                .init(code: .invalidKeyword, path: path, message: "A schema must be an object, not \(schema.json)."))
        }
    }

    private mutating func check(_ value: JSONValue, is shape: SchemaKeyword.Shape, _ path: [String]) {
        switch shape {
        case .anything: break
        case .text: expect(value.text != nil, "a string", value, path)
        case .identifier:
            let fits = value.text.map { !$0.dropLast($0.hasSuffix("#") ? 1 : 0).contains("#") } ?? false
            expect(fits, "an address without a fragment", value, path)
        case .anchor:
            let fits = value.text?.wholeMatch(of: /[A-Za-z_][-A-Za-z0-9._]*/) != nil
            expect(fits, "a name of letters, digits, '-', '.' and '_'", value, path)
        case .flag: expect(value.fits(.boolean), "true or false", value, path)
        case .number: expect(value.number != nil, "a number", value, path)
        case .positiveNumber: expect(value.number.map { $0 > 0 } ?? false, "a number above 0", value, path)
        case .count: expect(value.fits(.integer) && (value.number ?? -1) >= 0, "a whole number from 0", value, path)
        case .list: expect(value.elements != nil, "a list", value, path)
        case .texts: expect(value.distinctTexts != nil, "a list of different strings", value, path)
        case .schema: visit(value, path)
        case .schemas: checkList(value, path)
        case .schemaMap, .textsMap, .schemaOrTextsMap: checkMap(value, shape, path)
        case .types: expect(value.jsonTypes != nil, "one of \(Self.typeNames), or a list of them", value, path)
        }
    }

    private static let typeNames = JSONType.allCases.map(\.rawValue).joined(separator: ", ")

    private mutating func checkList(_ value: JSONValue, _ path: [String]) {
        guard let elements = value.elements, !elements.isEmpty else {
            return expect(false, "a list of at least one schema", value, path)
        }
        for (index, element) in elements.enumerated() { visit(element, path + [String(index)]) }
    }

    private mutating func checkMap(_ value: JSONValue, _ shape: SchemaKeyword.Shape, _ path: [String]) {
        guard let members = value.members else { return expect(false, "an object", value, path) }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            switch shape {
            case .textsMap: check(member, is: .texts, path + [name])
            case .schemaOrTextsMap where member.elements != nil: check(member, is: .texts, path + [name])
            default: visit(member, path + [name])
            }
        }
    }

    private mutating func expect(_ holds: Bool, _ expected: String, _ value: JSONValue, _ path: [String]) {
        guard !holds else { return }
        let keyword = path.last ?? ""
        faults.append(
            .init(code: .invalidKeyword, path: path, message: "'\(keyword)' must be \(expected), not \(value.json).")
        )
    }
}

extension JSONValue {
    /// The strings of a list without repeats; nil for anything else.
    var distinctTexts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count && Set(texts).count == texts.count ? texts : nil
    }

    /// The value of a `type` keyword; nil if it names no type, a type twice or none at all.
    var jsonTypes: [JSONType]? {
        if let text { return JSONType(rawValue: text).map { [$0] } }
        guard let names = distinctTexts, !names.isEmpty else { return nil }
        let types = names.compactMap(JSONType.init(rawValue:))
        return types.count == names.count ? types : nil
    }
}
