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
        arguments: [(1.0, "1"), (-0.5, "-0.5"), (1e20, "100000000000000000000"), (.infinity, "Infinity")])
    func numbers(number: Double, text: String) {
        #expect(number.scriptText == text)
    }
}
