import PixelDefinitions
import Testing

@Suite("DefinitionValidator")
struct DefinitionValidatorTests {
    @Test(
        "Each fault has its code, and the line it is on",
        arguments: [
            ("privacyReview: ['x']", "invalid-address", 3), ("expires: '2026-02-30'", "invalid-date", 3),
            ("triggers: ['button']", "unknown-trigger", 3), ("triggers: []", "empty-list", 3),
            ("note: 1", "unknown-field", 3), ("parameters: {}", "wrong-type", 3),
            ("suffixes: ['nope']", "unknown-shortcut", 3), ("suffixes: [['daily'], 'daily']", "mixed-suffixes", 3),
            ("parameters: [{ key: 'k' }]", "invalid-parameter", 3), ("suffixes: [5]", "invalid-suffix", 3),
            ("parameters: ['nope']", "unknown-shortcut", 3),
            ("parameters: ['appVersion', 'appVersion']", "duplicate-key", 3),
        ]
    )
    func codes(fields: String, code: String, line: Int) async throws {
        let faults = try await Sample(fields: fields).faults(ValidationOptions(mode: .compat))
        #expect(faults.map { "\($0.code.rawValue) \($0.line ?? 0) \($0.pixel ?? "")" } == ["\(code) \(line) m_x"])
    }

    @Test(
        "Each fault of a parameter's schema has its code",
        arguments: [
            ("type: 'text'", "invalid-keyword"), ("foo: 1", "unknown-keyword"), ("minimum: 0", "keyword-type-conflict"),
            ("enum: []", "empty-enum"), ("pattern: '('", "invalid-pattern"), ("format: 'semver'", "unknown-format"),
            ("$ref: '#/nope'", "unresolved-reference"), ("type: 'object', required: ['a']", "undefined-required"),
            ("type: 'array', prefixItems: [{}]", "open-tuple"), ("if: {}", "ineffective-keyword"),
            ("anyOf: [{ type: 'integer' }]", "type-conflict"), ("enum: [null]", "invalid-keyword"),
            ("type: 'object', additionalProperties: true", "open-object"),
        ]
    )
    func schemaCodes(keywords: String, code: String) async throws {
        let sample = Sample(parameters: "{ key: 'k', description: 'd', \(keywords) }")
        #expect(try await sample.faults(ValidationOptions(mode: .compat)).map(\.code.rawValue) == [code])
    }

    @Test("A key must not match a key pattern, not even a shipped one")
    func keyMatchesPattern() async throws {
        let faults = try await Sample(parameters: "{ keyPattern: '^te', description: 'd' }").faults()
        #expect(faults.map(\.code) == [.keyMatchesPattern])
        #expect(
            faults.map(\.message) == [
                "Parameter '^te': Key 'test' also matches the key pattern '^te'. Narrow the pattern."
            ])
    }

    @Test("A fault reads like a compiler's message")
    func description() async throws {
        let faults = try await Sample(fields: "note: 1").faults()
        #expect(
            faults.map(\.description) == [
                "pixels/definitions/x.json5:3: error: m_x: 'note' is not a field of a pixel. Use one of: description, expires, "
                    + "grafanaDashboards, owners, parameters, privacyReview, suffixes, triggers. [unknown-field]"
            ])
    }

    @Test("The file that comes later in the folder's order is blamed for a duplicate")
    func duplicates() async throws {
        let pixel = "{ m_x: { description: 'd', owners: ['o'] } }"
        let faults = try await Sample(["zzz.json5": pixel, "aaa/x.json5": pixel]).faults()
        #expect(
            faults.map(\.description) == [
                "pixels/definitions/aaa/x.json5:1: error: m_x: The pixel is also defined in pixels/definitions/zzz.json5. "
                    + "Remove or rename one. [duplicate-pixel]"
            ])
    }

    @Test("A file with a fault of form is judged no further, and its names are not remembered")
    func formHidesMeaning() async throws {
        let sample = Sample([
            "a.json5": "{ m_x: { description: 'd' }, m_y: { description: 'd', owners: ['o'], parameters: ['nope'] } }",
            "b.json5": "{ m_y: { description: 'd', owners: ['o'] } }",
        ])
        #expect(try await sample.faults().map(\.code) == [.missingField])
    }

    @Test("The schema version decides which triggers and fields exist")
    func schemaVersions() async throws {
        let sample = Sample(fields: "triggers: ['impression']")
        #expect(try await sample.faults(ValidationOptions(schemaVersion: .v21)).map(\.code) == [.unknownTrigger])
        #expect(try await sample.faults(ValidationOptions(schemaVersion: .v22)) == [])
        #expect(try await Sample(fields: "requireVersion: true").faults(ValidationOptions(schemaVersion: .v20)) == [])
    }

    @Test("Owners are compared with the known accounts")
    func owners() async throws {
        let faults = try await Sample(fields: "").faults(ValidationOptions(owners: ["someone"]))
        #expect(faults.map(\.code) == [.unknownOwner])
    }

    @Test("A missing dictionary, an unparsable file and the older layout are faults")
    func files() async throws {
        var sample = Sample(["README.md": "# Hello"])
        #expect(try await sample.faults().map(\.code) == [.invalidSyntax])
        sample = Sample([:])
        #expect(try await sample.faults().map(\.code) == [.missingFile])
    }

    @Test("Syntax faults name the line")
    func syntaxLine() async throws {
        let faults = try await Sample(["x.json5": "{\n  m_x: {\n    description: 'd' owners: []\n  }\n}"]).faults()
        #expect(faults.map(\.code) == [.invalidSyntax])
        #expect(faults.map(\.line) == [3])
    }

    @Test(
        "A target says in exactly one way which version counts",
        arguments: [
            ("{}", 1), ("{ key: 'v' }", 1), ("{ key: 'v', version: '1.0.0' }", 0), ("{ queryWindowInDays: 0 }", 0),
            ("{ version: '1', versionUrl: 'x', versionRef: 'y' }", 1), ("{ versionUrl: 'x' }", 1),
            ("{ versionRef: 'y' }", 1),
            ("{ key: 'v', versionUrl: 'x', versionRef: 'y' }", 0),
        ]
    )
    func targets(target: String, count: Int) async throws {
        var sample = Sample(fields: "")
        sample.product = "{ target: \(target) }"
        #expect(try await sample.faults(ValidationOptions(mode: .compat)).count == count)
    }
}
