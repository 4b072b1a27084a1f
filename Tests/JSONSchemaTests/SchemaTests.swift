import Foundation
import Testing

@testable import JSONSchema

@Suite("JSON Schema")
struct SchemaTests {
    private func compile(_ schema: String, strict: Bool = false) throws -> Result<CompiledSchema, SchemaFaults> {
        let document = try JSONDocument(Data(schema.utf8))
        return SchemaCompiler.compile(document.value, dialect: SchemaDialect(isStrict: strict), patterns: PatternCache())
    }

    private func phrases(_ value: String, _ schema: String) throws -> [String] {
        var value = try JSONDocument(Data(value.utf8)).value
        var evaluation = SchemaEvaluation(coerces: false)
        evaluation.check(&value, against: try compile(schema).get().root)
        return evaluation.issues.map(\.phrase)
    }

    @Test(
        "A value is checked by the rules of its kind only",
        arguments: [
            ("5", "{ minimum: 6, minLength: 9, minItems: 1, minProperties: 1 }", ["must be at least 6, not 5"]),
            ("'a'", "{ minimum: 6, minLength: 2, minItems: 1 }", ["must have at least 2 characters, not \"a\""]),
            ("[]", "{ minimum: 6, minLength: 2, minItems: 1 }", ["must have at least 1 items"]),
            ("{}", "{ minItems: 1, minProperties: 1 }", ["must have at least 1 members"]),
            ("null", "{ minimum: 6, minLength: 2, minItems: 1, minProperties: 1 }", []),
            ("[1, 1.0]", "{ uniqueItems: true }", ["must not repeat items"]),
            ("[1, '1', true, 'true', null]", "{ uniqueItems: true }", []),
            ("['\u00e9', 'e\u0301']", "{ uniqueItems: true }", []),
            ("{ a: 1 }", "{ properties: { a: { type: 'string' } } }", ["must be string, not 1"]),
            ("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'", "{ pattern: '^(?=(a+)+b)' }",
             ["takes too many steps to match ^(?=(a+)+b)"]),
        ])
    func rules(value: String, schema: String, expected: [String]) throws {
        #expect(try phrases(value, schema) == expected)
    }

    @Test("A reference that leads back to itself is a fault", arguments: [
        "{ $ref: '#' }", "{ allOf: [{ $ref: '#' }] }", "{ $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } }",
    ])
    func circles(schema: String) throws {
        guard case .failure(let faults) = try compile(schema) else {
            Issue.record("The schema has no fault.")
            return
        }
        #expect(faults.list.map(\.kind) == [.unresolvedReference])
    }

    @Test("A reference to itself through a member is checked as deep as the value")
    func recursion() throws {
        let schema = "{ type: 'object', properties: { next: { $ref: '#' }, n: { type: 'integer' } } }"
        #expect(try phrases("{ next: { next: { n: 'x' } } }", schema) == ["must be integer, not \"x\""])
    }

    @Test("References that multiply end at a step limit")
    func multiplication() throws {
        let defs = (0..<60).map { "d\($0): { allOf: [{ $ref: '#/$defs/d\($0 + 1)' }, { $ref: '#/$defs/d\($0 + 1)' }] }" }
        let schema = "{ $ref: '#/$defs/d0', $defs: { \(defs.joined(separator: ", ")), d60: { type: 'string' } } }"
        #expect(try phrases("'a'", schema).contains("takes too many steps to check"))
    }

    @Test("A long chain of references does not recurse")
    func chain() throws {
        let defs = (0..<20_000).map { "d\($0): { $ref: '#/$defs/d\($0 + 1)' }" }.joined(separator: ", ")
        let schema = "{ $ref: '#/$defs/d0', $defs: { \(defs), d20000: { type: 'string' } } }"
        #expect(try phrases("1", schema).contains("takes too many steps to check"))
    }

    @Test("A schema nested as deep as its text may be is compiled and applied on a small stack")
    func depth() async {
        let schema = String(repeating: "{not:", count: 126) + "{}" + String(repeating: "}", count: 126)
        let phrases = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: try? self.phrases("1", schema)) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(phrases == [])
    }
}
