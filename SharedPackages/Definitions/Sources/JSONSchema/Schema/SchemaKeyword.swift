/// The keywords of JSON Schema 2020-12: the kinds of their values, and the types that they apply to.
enum SchemaKeyword {
    /// The kind of a keyword's value.
    enum Shape: Sendable {
        case anything, text, identifier, anchor, flag, number, positiveNumber, count, list, texts
        case schema, schemas, schemaMap, textsMap, schemaOrTextsMap, types
    }

    struct Entry: Sendable {
        var shape: Shape
        var types: [JSONType]

        init(_ shape: Shape, _ types: JSONType...) {
            self.shape = shape
            self.types = types
        }
    }

    static let all: [String: Entry] = annotations.merging(applicators) { first, _ in first }
        .merging(assertions) { first, _ in first }

    private static let annotations: [String: Entry] = [
        "$schema": Entry(.text), "$id": Entry(.identifier), "$anchor": Entry(.anchor), "$dynamicAnchor": Entry(.anchor),
        "$recursiveAnchor": Entry(.anything), "$vocabulary": Entry(.anything), "$comment": Entry(.text),
        "$async": Entry(.anything), "title": Entry(.text), "description": Entry(.text), "default": Entry(.anything),
        "deprecated": Entry(.flag), "readOnly": Entry(.flag), "writeOnly": Entry(.flag), "examples": Entry(.list),
        "contentMediaType": Entry(.text), "contentEncoding": Entry(.text), "contentSchema": Entry(.schema),
        "$defs": Entry(.schemaMap), "definitions": Entry(.schemaMap), "nullable": Entry(.flag),
    ]

    private static let applicators: [String: Entry] = [
        "$ref": Entry(.text), "$dynamicRef": Entry(.text), "$recursiveRef": Entry(.text),
        "allOf": Entry(.schemas), "anyOf": Entry(.schemas), "oneOf": Entry(.schemas), "not": Entry(.schema),
        "if": Entry(.schema), "then": Entry(.schema), "else": Entry(.schema),
        "prefixItems": Entry(.schemas, .array), "items": Entry(.schema, .array), "contains": Entry(.schema, .array),
        "unevaluatedItems": Entry(.schema, .array),
        "properties": Entry(.schemaMap, .object), "patternProperties": Entry(.schemaMap, .object),
        "additionalProperties": Entry(.schema, .object), "propertyNames": Entry(.schema, .object),
        "unevaluatedProperties": Entry(.schema, .object), "dependentSchemas": Entry(.schemaMap, .object),
        "dependencies": Entry(.schemaOrTextsMap, .object),
    ]

    private static let assertions: [String: Entry] = [
        "type": Entry(.types), "enum": Entry(.list), "const": Entry(.anything),
        "multipleOf": Entry(.positiveNumber, .number), "minimum": Entry(.number, .number),
        "maximum": Entry(.number, .number), "exclusiveMinimum": Entry(.number, .number),
        "exclusiveMaximum": Entry(.number, .number), "minLength": Entry(.count, .string),
        "maxLength": Entry(.count, .string), "pattern": Entry(.text, .string), "format": Entry(.text, .number, .string),
        "minItems": Entry(.count, .array), "maxItems": Entry(.count, .array), "uniqueItems": Entry(.flag, .array),
        "minContains": Entry(.count, .array), "maxContains": Entry(.count, .array),
        "minProperties": Entry(.count, .object), "maxProperties": Entry(.count, .object),
        "required": Entry(.texts, .object), "dependentRequired": Entry(.textsMap, .object),
    ]
}

/// Checks that every keyword of a schema has a value of the right kind, as the 2020-12 metaschema demands.
struct KeywordCheck {
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
                SchemaFault(
                    kind: .invalidKeyword, path: path, message: "A schema must be an object, not \(schema.shown)."))
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
        case .number: expect(value.fits(.number), "a number", value, path)
        case .positiveNumber: expect(value.fits(.number) && (value.number ?? 0) > 0, "a number above 0", value, path)
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
            SchemaFault(
                kind: .invalidKeyword, path: path, message: "'\(keyword)' must be \(expected), not \(value.shown).")
        )
    }
}
