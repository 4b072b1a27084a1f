#if os(Linux)
import Foundation
import PixelDefinitions
import PixelGeneration
import Primitives
import TestSupport
import Testing

/// Compiles what is generated from random definitions of hostile texts.
@Suite("Code generated from hostile definitions")
struct HostileDefinitionTests {
    @Test("Definitions that validation accepts compile", arguments: [1, 2, 3, 4])
    func compiles(seed: Int) async throws {
        try await TemporaryFolder.with { folder in
            var definitions = HostileDefinitions(seed: seed)
            for (path, text) in definitions.files() { try folder.write(text, to: "definitions/\(path)") }
            let generator = CodeGenerator(
                DefinitionFolder(reading: folder.url.appending(path: "definitions")), today: "2026-01-01")
            #expect(generator.faults().map(\.description) == [])
            let outputs = generator.outputs()
            #expect(Set(outputs.map(\.name)).count == outputs.count)
            for output in outputs { try folder.write(output.text, to: "generated/\(output.name)") }
            let outcome = try await Command(
                ["swiftc"] + Self.flags + outputs.map { "generated/\($0.name)" }, in: folder.url
            ).run()
            #expect(outcome == .init(status: 0, output: ""))
        }
    }

    /// The built modules lie next to the test program.
    private static let flags: [String] = {
        let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let packages = Repository.root.appending(path: "SharedPackages")
        return [
            "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Generated",
            "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "MemberImportVisibility", "-I", build.appending(path: "Modules").path,
            "-I", packages.appending(path: "Persistence/Sources/CSQLite").path,
        ]
    }()
}

/// Random definitions that are valid in strict mode, of texts that end a comment, a literal or a line somewhere.
private struct HostileDefinitions {
    private static let pieces = [
        "\n", "\r\n", "\u{2028}", "\u{85}", "\u{B}", "\0", "\u{1B}", "*/", "//", "/*", "\"", "\"\"\"", "\\", "\\(x)", "#\"",
        "\"#", "`", "fatalError()", "}", "{", "@available(", "#if ", "import X", "\u{202E}", "\u{200D}", "\u{FEFF}", "é",
        "e\u{301}", "½", "ß", "İ", "😀", "_", "$", "+", "<", "%", " ",
    ]
    private static let words = [
        "a", "name", "error", "parameters", "suffixes", "payload", "isGenerated", "init", "self", "Self", "Type", "none",
        "some", "default", "is", "PixelValue", "Patterns", "rules", "coding_key", "string", "all_parameters", "hash",
        "rawValue", "0", "1", "x1", "x_1", "code",
    ]
    private static let numbers = [
        "0", "-0", "1", "-1", "5.5", "-5.5", "1e300", "-1e300", "5e-324", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "0.1", "1e21", "4294967296",
    ]

    private var random: SeededGenerator

    init(seed: Int) { random = SeededGenerator(seed: seed) }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &random)] }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func list(_ counts: ClosedRange<Int>, _ element: (inout Self) -> String) -> [String] {
        var list: [String] = []
        for _ in 0..<Int.random(in: counts, using: &random) { list.append(element(&self)) }
        return list
    }

    private mutating func text() -> String {
        list(0...5) { $0.chance(0.7) ? $0.pick(Self.pieces) : $0.pick(Self.words) }.joined()
    }

    private mutating func quoted() -> String {
        let scalars = text().unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "'": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            default: String(scalar)
            }
        }
        return "'\(scalars.joined())'"
    }

    private mutating func key() -> String { chance(0.6) ? "'\(pick(Self.words))'" : quoted() }

    // MARK: Files

    mutating func files() -> [String: String] {
        var files = [
            "product.json5": "{ target: { queryWindowInDays: 1 } }", "pixels/params_dictionary.json5": "{}",
            "pixels/suffixes_dictionary.json5": "{}", "pixels/ignore_params.json5": "{}",
            "pixels/native_experiments.json5": "{}", "wide_events/props_dictionary.json5": "{}",
            "wide_events/base_event.json": Self.base,
        ]
        let names = [
            "a.json", "a.json5", "a-b.json5", "a+b.json5", "a/b.json5", "x y.json5", "l\nfatalError().json5",
            "q\"uote.json5", "wide_events/e.json5", "é.json5", ".json5", "$(x).json5",
        ]
        for (index, name) in names.enumerated() {
            var count = 0
            let pixels = list(0...4) { definitions in
                count += 1
                let suffix = definitions.pick(Self.words.filter { $0.allSatisfy(\.isASCII) })
                return "'m\(index)_\(count)_\(suffix)': \(definitions.pixel())"
            }
            files["pixels/definitions/" + name] = "{ \(pixels.joined(separator: ",\n")) }"
        }
        for (index, name) in ["e.json5", "l\n.json5"].enumerated() {
            var count = 0
            let events = list(0...3) { definitions in
                count += 1
                return definitions.event(number: index * 10 + count)
            }
            files["wide_events/definitions/" + name] = "{ \(events.joined(separator: ",\n")) }"
        }
        return files
    }

    private static let base: String = {
        let text = #"{ "type": "string", "description": "d", "pattern": "^1$" }"#
        return """
            { "meta": { "version": { "value": 1 } }, "app": { "name": \(text), "version": \(text) }, "global": {
            "platform": { "type": "string", "description": "d", "enum": ["iOS"] },
            "type": { "type": "string", "description": "d", "enum": ["app"] },
            "sample_rate": { "type": "number", "description": "d", "minimum": 0, "maximum": 1 } },
            "feature": { "name": { "type": "string", "description": "d" }, "status": { "type": "string", "description": "d" } } }
            """
    }()

    // MARK: Pixels

    private mutating func pixel() -> String {
        var keys: Set<String> = ["'d'", "'e'"]
        let parameters = list(0...9) { definitions in
            var key = definitions.key()
            while !keys.insert(key).inserted { key = "'k\(keys.count)'" }
            return "{ key: \(key), \(definitions.schema())\(definitions.chance(0.2) ? ", required: true" : "") }"
        }
        let isError = chance(0.2) ? ["{ key: 'd', description: '' }, { key: 'e', description: '' }"] : []
        let open = chance(0.2) ? ["{ keyPattern: '^open\\\\p{Nd}$', \(schema()) }"] : []
        let suffixes = list(0...3) { "{ \($0.suffix()) }" } + (chance(0.3) ? ["{ description: '', enum: ['daily', 'count'] }"] : [])
        return """
            { description: \(quoted()), owners: ['o'], suffixes: [\(suffixes.joined(separator: ", "))],
            parameters: [\((parameters + isError + open).joined(separator: ", "))], expires: '\(chance(0.2) ? 2020 : 2090)-01-01' }
            """
    }

    private mutating func suffix() -> String {
        "description: \(quoted()), enum: [\(list(1...4) { $0.quoted() }.joined(separator: ", "))]"
    }

    private mutating func schema() -> String {
        "description: \(quoted()), " + constraint()
    }

    private mutating func bounds(_ keywords: [String]) -> String {
        list(1...2) { "\($0.pick(keywords)): \($0.pick(Self.numbers))" }.joined(separator: ", ")
    }

    private mutating func constraint() -> String {
        let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
        switch Int.random(in: 0..<13, using: &random) {
        case 0: return "enum: [\(list(1...5) { $0.quoted() }.joined(separator: ", "))]"
        case 1: return "type: 'integer', " + bounds(keywords)
        case 2: return "type: 'number', " + bounds(keywords)
        case 3: return "type: 'integer', enum: [\(list(1...4) { $0.pick(["0", "-0", "1", "-7", "1e300", "9223372036854775808"]) }.joined(separator: ", "))]"
        case 4: return "type: 'number', enum: [\(list(1...4) { $0.pick(Self.numbers) }.joined(separator: ", "))]"
        case 5: return "type: 'boolean'"
        case 6: return "pattern: \(pick(["'^[a-z]+$'", "'\"#'", "'\\\\\\\\'", "'(?<=a)b'", "'^\\\\u{202e}$'", "'[\\n`]'", "'\\\\/'"]))"
        case 7: return "type: ['string', 'null'], enum: [null]"
        case 8: return "type: 'object', properties: { \(key()): { type: 'string' } }"
        case 9: return "format: '\(pick(["date", "uri", "regex", "byte"]))', minLength: 1"
        case 10: return "minLength: \(pick(["0", "1", "100000"])), maxLength: \(pick(["1", "1e6"]))"
        case 11: return "type: ['string', 'integer'], anyOf: [{ type: 'string', const: \(quoted()) }, { type: 'integer', minimum: \(pick(Self.numbers)) }]"
        default: return "if: { const: \(quoted()) }, then: { minLength: 1 }, else: { enum: [\(quoted())] }"
        }
    }

    // MARK: Wide events

    private mutating func event(number: Int) -> String {
        let name = "'\(number)" + quoted().dropFirst()
        return """
            \(name): { description: \(quoted()), owners: ['o'], meta: { type: \(name), version: '0.1' },
            feature: { name: \(quoted()), status: ['SUCCESS'], data: { ext: \(properties(depth: 0)) } } }
            """
    }

    private mutating func properties(depth: Int) -> String {
        var keys: Set<String> = []
        let properties = list(0...6) { definitions in
            var key = definitions.key()
            while !keys.insert(key).inserted { key = "'k\(keys.count)'" }
            return "\(key): { description: 'd', \(definitions.property(depth: depth)) }"
        }
        return "{ \(properties.joined(separator: ", ")) }"
    }

    private mutating func property(depth: Int) -> String {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 7), using: &random) {
        case 0: return "type: 'string', enum: [\(list(1...4) { $0.quoted() }.joined(separator: ", "))]"
        case 1: return "type: 'integer', enum: [\(list(1...4) { $0.pick(Self.numbers) }.joined(separator: ", "))]"
        case 2: return "type: 'number', minimum: \(pick(Self.numbers))"
        case 3: return "type: 'boolean'"
        case 4: return "type: 'array', items: { type: 'string', enum: [\(quoted())] }"
        case 5: return "type: 'string', pattern: '\"#'"
        case 6: return "type: 'integer'"
        default: return "type: 'object', properties: \(properties(depth: depth + 1))"
        }
    }
}
#endif
