import JSONSchema
import PixelDefinitions
import PixelGeneration
import Testing

@Suite("CodeGenerator")
struct CodeGeneratorTests {
    private func generate(_ sample: Sample, today: String? = nil) async throws -> [CodeGenerator.Output] {
        try await sample.with { CodeGenerator($0, today: today).outputs() }
    }

    @Test("A definition becomes a case with its documentation, its name and its values")
    func enumeration() async throws {
        let outputs = try await generate(
            Sample([
                "door.json5": """
                { m_door_opened: { description: 'Opened.', owners: ['o'], parameters: [{ key: 'by', description: 'Who', enum: ['key', 'code'] }] } }
                """
            ])
        )
        #expect(outputs.map(\.name) == ["door.json5.swift"])
        #expect(outputs.map(\.text) == [Self.door])
    }

    private static let door = """
        // Generated from door.json5. Edit that file, not this one.

        public import PixelKit

        /// The pixels of door.json5.
        public enum DoorPixel: Pixel {

            /// Opened.
            ///
            /// Sent as `m_door_opened`.
            ///
            /// - Parameters:
            ///   - by: Who
            case opened(by: By? = nil)

            /// The values that the definition allows.
            public enum By: String, Sendable, CaseIterable {
                /// `key`.
                case key = "key"
                /// `code`.
                case code = "code"
            }

            public static var isGenerated: Bool { true }

            public var name: String {
                "m_door_opened"
            }

            public var frequency: Frequency {
                .standard
            }

            public var allowedFrequencies: [Frequency]? {
                [.standard]
            }

            public var standardParameters: StandardParameters {
                []
            }

            public var suffixes: [PixelSuffix] {
                []
            }

            public var parameters: PixelParameters {
                var parameters = PixelParameters()
                switch self {
                case .opened(let by):
                    parameters.append("by", by.map { .string($0.rawValue) })
                }
                return parameters
            }
        }

        """

    @Test("Equal definitions give equal text")
    func determinism() async throws {
        let root = Corpus.root("apple-ios")
        let folder = DefinitionFolder(reading: root)
        #expect(
            CodeGenerator(folder, today: nil).outputs()
                == CodeGenerator(DefinitionFolder(reading: root), today: nil).outputs())
    }

    @Test("Expired pixels are deprecated, the others are not")
    func expiry() async throws {
        let sample = Sample(fields: "expires: '2026-01-01'")
        #expect(try await generate(sample, today: "2026-01-02")[0].text.contains("@available(*, deprecated"))
        #expect(try await !generate(sample, today: "2026-01-01")[0].text.contains("@available"))
    }

    @Test("Files of one name in different folders have types of their own")
    func ambiguousFiles() async throws {
        let outputs = try await generate(
            Sample([
                "a/x.json5": "{ m_a: { description: 'd', owners: ['o'] } }",
                "b/x.json5": "{ m_b: { description: 'd', owners: ['o'] } }",
            ])
        )
        #expect(outputs.map(\.name) == ["a+x.json5.swift", "b+x.json5.swift"])
        #expect(outputs[0].text.contains("enum AXPixel") && outputs[1].text.contains("enum BXPixel"))
    }

    @Test("Suffixes that differ by more than the schedule become cases of their own")
    func alternatives() async throws {
        let sample = Sample(
            fields: "suffixes: [[{ description: 'd', enum: ['a'] }], [{ description: 'd', enum: ['b'] }]]")
        let text = try await generate(sample)[0].text
        #expect(text.contains("case x\n") && text.contains("case xAlternative2\n"))
        #expect(text.contains("case .x: [.text(\"a\")]") && text.contains("case .xAlternative2: [.text(\"b\")]"))
    }

    @Test("Faults name the definition")
    func faults() async throws {
        let faults = try await Sample(["x.json5": "{ 'm x': { description: 'd', owners: ['o'], note: 1 } }"]).with {
            CodeGenerator($0, today: nil).faults()
        }
        #expect(
            faults.map { "\($0.file):\($0.line ?? 0) \($0.code.rawValue)" } == [
                "pixels/definitions/x.json5:1 unknown-field", "pixels/definitions/x.json5:1 invalid-name",
            ])
    }
}
