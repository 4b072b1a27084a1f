import Foundation
import Testing

@testable import JSONSchema

@Suite("JSONDocument")
struct JSONDocumentTests {
    private func document(_ text: String) throws -> JSONDocument { try JSONDocument(Data(text.utf8)) }

    @Test("JSON5 is read")
    func json5() throws {
        let text = "\u{FEFF}/* c */ {a: 'it\\'s', // c\n 'b': [0x10, +1, .5, 2.,], \"c\": null, d: true,}"
        #expect(
            try document(text).value
                == .object([
                    "a": .string("it's"), "b": .array([.number(16), .number(1), .number(0.5), .number(2)]), "c": .null,
                    "d": .bool(true),
                ]))
    }

    @Test(
        "Numbers are read in every form",
        arguments: [
            ("0", 0), ("-0", 0), ("12", 12), ("-12.5", -12.5), ("1e3", 1_000), ("1E+3", 1_000), ("25e-1", 2.5),
            ("1.5e300", 1.5e300), ("123456789012345678", 123_456_789_012_345_680), ("1e-400", 0), ("0x1F", 31),
            ("-0xa", -10), (".5e1", 5), ("5.", 5), ("+7", 7), ("Infinity", .infinity), ("-Infinity", -.infinity),
        ] as [(String, Double)])
    func numbers(literal: String, value: Double) throws {
        #expect(try document(literal).value == .number(value))
    }

    @Test(
        "Numbers that JSON5 does not allow are refused",
        arguments: ["01", "1e", "1e+", ".", "+", "--1", "0x", "1_000", "1e400", "1n", "0b1", "00"])
    func refusedNumbers(literal: String) {
        #expect(throws: JSONSyntaxError.self) { try document(literal) }
    }

    @Test("Of two equal keys the last counts, and both are noticed")
    func repeatedKeys() throws {
        let document = try document("{\n a: { x: 1 },\n b: 2,\n a: 3\n}")
        #expect(document.value == .object(["a": .number(3), "b": .number(2)]))
        #expect(document.repeatedKeys.map(\.line) == [2])
        #expect(document.source.keys(at: []) == ["b", "a"] || document.source.keys(at: []) == ["a", "b"])
    }

    @Test(
        "Lines and the order of keys are known",
        arguments: [
            (["b"], 4), (["b", "c"], 5), (["b", "c", "1"], 7), (["b", "nope"], 4), ([], 1),
        ])
    func lines(path: [String], line: Int) throws {
        let document = try document("{\n // 'x': {\n /* a: 1 */ z: '}\\'',\n b: {\n c: [\n 1,\n 2\n ] }\n}")
        #expect(document.source.line(at: path) == line)
        #expect(document.source.keys(at: []) == ["z", "b"])
    }

    @Test("What is no JSON5 is refused", arguments: ["", "{", "{a: 1 b: 2}", "# x", "\0", "{} x", "[,]", "{a: 1e400}"])
    func refusals(text: String) {
        #expect(throws: JSONSyntaxError.self) { try document(text) }
    }

    @Test(
        "Bytes that are not UTF-8 are an error with a line, wherever they are",
        arguments: [
            ("{\n a\u{FFFF}: 1 }", 2), ("{ a: '\n\u{FFFF}' }", 2), ("// \u{FFFF}\n{}", 1), ("{}\n\n\u{FFFF}", 3),
            ("\u{FFFF}", 1), ("{ 'a\u{FFFF}': 1 }", 1), ("/* \n \u{FFFF} */ 1", 2),
        ])
    func invalidUTF8(text: String, line: Int) {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]] {
            // U+FFFF stands for the bytes, since a Swift string cannot hold them.
            let parts = text.split(separator: "\u{FFFF}", omittingEmptySubsequences: false).map { Data($0.utf8) }
            let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parts[0] + bytes + parts[1]) }
            #expect(error?.line == line)
            #expect(error?.message.hasPrefix("Expected UTF-8") == true)
        }
    }

    @Test("Nesting is limited with an error, however deep the text")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try document(nested(128)) }
        for depth in [129, 100_000] {
            let error = #expect(throws: JSONSyntaxError.self) { try document("\n" + nested(depth)) }
            #expect(error == JSONSyntaxError(line: 2, message: "Expected at most 128 nested objects and lists."))
        }
        #expect(throws: JSONSyntaxError.self) { try document(String(repeating: "{a:", count: 100_000)) }
    }

    @Test("An error names what was expected and what was found", arguments: [
        ("{a: 1 b: 2}", "Expected ',' or '}', found 'b'."), ("[1 2]", "Expected ',' or ']', found '2'."),
        ("{", "Expected a key, found the end of the text."), ("{a 1}", "Expected ':', found '1'."),
        ("'a\nb'", "Expected the end of the string, found '\\u{000A}'."), ("", "Expected a value, found the end of the text."),
        ("1 2", "Expected the end of the text, found '2'."), ("'\\x4'", "Expected two hexadecimal digits, found '4'."),
        ("/* a", "Expected '*/', found the end of the text."),
    ])
    func messages(text: String, message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try document(text) }
        #expect(error?.message == message)
    }

    @Test("Plain JSON allows none of the forms that JSON5 adds", arguments: [
        "{a: 1}", "['a']", "[1,]", "// c\n1", "/**/1", "+1", ".5", "5.", "0x1", "Infinity", "NaN", "\"\\v\"", "\"\t\"",
        "\u{FEFF}1", "\u{A0}1", "\"\\\n\"", "01",
    ])
    func strict(text: String) {
        #expect(JSONDocument(strict: text) == nil)
        #expect((try? document(text)) != nil || text == "01")
    }

    @Test("A value that cannot be read is found within its text")
    func place() {
        let error = #expect(throws: JSONSyntaxError.self) { try document("{\n a: 1,\n b: [\n '\\1' ]\n}") }
        #expect(error?.line == 4)
    }

    @Test(
        "Strings may be spelled in every way that JSON5 allows",
        arguments: [
            ("'a\tb'", "a\tb"), ("'\\d\\-\\q\\é'", "d-qé"), ("'\\x41\\u0041\\v'", "AA\u{B}"),
            ("'a\\\nb\\\r\nc\\\u{2028}d'", "abcd"), ("'\\ud83e\\udd86'", "🦆"), ("'\\ud83e'", "\u{FFFD}"),
            ("'\\udd86\\ud83e'", "\u{FFFD}\u{FFFD}"), ("'\u{2028}'", "\u{2028}"), ("\"it's\"", "it's"), ("'//'", "//"),
            ("\u{A0}'a'\u{2003}//\u{2029}\u{3000}\u{FEFF}\u{B}\u{C}", "a"), ("/*'*/'a'/*é*/", "a"),
        ]
    )
    func strings(literal: String, text: String) throws {
        #expect(try document(literal).value == .string(text))
    }

    @Test(
        "Escapes that JSON5 does not know stay faults",
        arguments: ["'\\x4'", "'\\u12'", "'\\1'", "'\\01'", "'a\nb'", "'\\'", "'\\", "é", "'a' // \u{2028} b"])
    func badEscapes(literal: String) {
        #expect(throws: JSONSyntaxError.self) { try document(literal) }
    }

    @Test(
        "Numbers print as in ECMAScript",
        arguments: [
            (1.0, "1"), (-0.5, "-0.5"), (1e20, "100000000000000000000"), (.infinity, "Infinity"), (-0.0, "0"),
            (1e21, "1e+21"), (1.5e21, "1.5e+21"), (123_456_789_012_345_680_000, "123456789012345680000"),
            (0.000001, "0.000001"), (1e-7, "1e-7"), (-1.25e-7, "-1.25e-7"), (5e-324, "5e-324"), (0.1, "0.1"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (9_007_199_254_740_993, "9007199254740992"),
            (12345.678, "12345.678"), (100, "100"), (.nan, "NaN"),
        ])
    func numbers(number: Double, text: String) {
        #expect(number.scriptText == text)
    }

    @Test("A quoted text reads back as itself, on one line without control characters", arguments: 0..<50)
    func quoting(seed: UInt64) throws {
        var random = TextGenerator(seed: seed)
        let text = random.text()
        let literal = JSONValue.quoted(text)
        #expect(JSONDocument(strict: literal)?.value == .string(text))
        #expect(!literal.unicodeScalars.contains(where: \.isControl))
    }
}

/// Texts of characters that end a literal, a comment or a line somewhere.
struct TextGenerator {
    private static let pieces = [
        "\n", "\r\n", "\u{2028}", "\u{85}", "\0", "\u{1B}[31m", "\u{7F}", "\u{9B}", "\"", "'", "\\", "\\u", "/", "*/", "//",
        "\u{202E}", "\u{FEFF}", "\u{200D}", "é", "e\u{301}", "🦆", "a", " ", "<", "&", "`",
    ]
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func next(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    mutating func text() -> String { (0..<next(20)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined() }
}
