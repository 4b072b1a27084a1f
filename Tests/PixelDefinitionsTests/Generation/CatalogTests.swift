import Foundation
import PixelDefinitions
import PixelGeneration
import TestSupport
import Testing

@Suite("Catalog and DefinitionWriter")
struct CatalogTests {
    private let sample = Sample(
        fields:
            "suffixes: ['daily'], parameters: ['appVersion', { keyPattern: '^e[0-9]$', description: 'a|b', type: 'integer', minimum: 0 }], expires: '2027-01-01'"
    )

    @Test("A pixel is described with what its shortcuts stand for")
    func markdown() async throws {
        let markdown = try await sample.with { Catalog($0).pixel(named: "m_x")?.markdown }
        #expect(
            markdown == """
                ## `m_x`

                d

                - Triggers: other
                - Owners: o
                - Expires: 2027-01-01
                - Defined in: pixels/definitions/x.json5:2
                - Suffixes: daily (daily | count)

                | parameter | values | meaning |
                |---|---|---|
                | `appVersion` | string | version |
                | `/^e[0-9]$/` | integer, minimum 0 | a\\|b |

                """)
    }

    @Test("The page of HTML escapes what definitions say")
    func html() async throws {
        let sample = Sample(["x.json5": "{ m_x: { description: '<b> & \"c\"', owners: ['o'] } }"])
        let html = try await sample.with { Catalog($0).html }
        #expect(html.contains("&lt;b&gt; &amp; &quot;c&quot;") && !html.contains("<b>"))
    }

    @Test("Similar names are suggested")
    func suggestions() async throws {
        let sample = Sample([
            "x.json5":
                "{ m_site_shown: { description: 'd', owners: ['o'] }, m_other: { description: 'd', owners: ['o'] } }"
        ])
        #expect(try await sample.with { Catalog($0).suggestions(for: "m_site_shwn") } == ["m_site_shown"])
    }

    private func add(_ draft: DefinitionWriter.Draft, to file: String, of sample: Sample) async throws -> String {
        try await TemporaryFolder.with { folder in
            try sample.write(to: folder)
            try DefinitionWriter(root: folder.url, options: ValidationOptions()).add(draft, to: file)
            return try String(contentsOf: folder.url.appending(path: "pixels/definitions/\(file)"), encoding: .utf8)
        }
    }

    @Test("A new pixel is added behind the others; comments stay")
    func add() async throws {
        let sample = Sample(["x.json5": "// One\n{\n    m_x: { description: 'd', owners: ['o'] }, // two\n}\n"])
        var draft = DefinitionWriter.Draft(name: "m_y", description: "New", owners: ["o"])
        draft.parameters = [
            DefinitionWriter.Parameter("appVersion"), DefinitionWriter.Parameter("n:integer:Number: of"),
        ]
        #expect(
            try await add(draft, to: "x.json5", of: sample) == """
                // One
                {
                    m_x: { description: 'd', owners: ['o'] },
                    "m_y": {
                        "description": "New",
                        "owners": ["o"],
                        "parameters": ["appVersion", { "key": "n", "type": "integer", "description": "Number: of" }]
                    } // two
                }

                """)
        #expect(try await add(draft, to: "new/y.json5", of: sample).hasPrefix("{\n    \"m_y\": {"))
    }

    @Test("A pixel that would be faulty is refused, and nothing changes")
    func refuse() async throws {
        let text = "{ m_x: { description: 'd', owners: ['o'] } }"
        try await TemporaryFolder.with { folder in
            try Sample(["x.json5": text]).write(to: folder)
            let draft = DefinitionWriter.Draft(name: "m.y", description: "New", owners: ["o"])
            #expect(throws: DefinitionWriter.Failure.self) {
                try DefinitionWriter(root: folder.url, options: ValidationOptions()).add(draft, to: "x.json5")
            }
            #expect(
                try String(contentsOf: folder.url.appending(path: "pixels/definitions/x.json5"), encoding: .utf8)
                    == text)
        }
    }

    @Test("The owners' map lists accounts that have a value")
    func owners() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write("# Team\nann: \"1\"\n'bo': 2\nnobody:\noff: false\n", to: "map.yml")
            #expect(try OwnerMap.read(file) == ["ann", "bo"])
        }
    }
}
