/// The keywords of JSON Schema 2020-12: what their values must look like and which types they apply to.
enum SchemaKeyword {
    /// What a keyword's value must be.
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
