import Foundation
import Testing

@testable import PixelDefinitions

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

    @Test("Of two equal keys the last counts, and both are noticed")
    func repeatedKeys() throws {
        let document = try document("{\n a: { x: 1 },\n b: 2,\n a: 3\n}")
        #expect(document.value == .object(["a": .number(3), "b": .number(2)]))
        #expect(document.repeatedKeys.map(\.line) == [2])
        #expect(document.outline.keys(at: []) == ["b", "a"] || document.outline.keys(at: []) == ["a", "b"])
    }

    @Test(
        "Lines and the order of keys are known",
        arguments: [
            (["b"], 4), (["b", "c"], 5), (["b", "c", "1"], 7), (["b", "nope"], 4), ([], 1),
        ])
    func lines(path: [String], line: Int) throws {
        let document = try document("{\n // 'x': {\n /* a: 1 */ z: '}\\'',\n b: {\n c: [\n 1,\n 2\n ] }\n}")
        #expect(document.outline.line(at: path) == line)
        #expect(document.outline.keys(at: []) == ["z", "b"])
    }

    @Test("What is no JSON5 is refused", arguments: ["", "{", "{a: 1 b: 2}", "# x", "\0", "{} x", "[,]", "{a: 1e400}"])
    func refusals(text: String) {
        #expect(throws: JSONDocument.SyntaxError.self) { try document(text) }
    }

    @Test("A value that cannot be read is found within its text")
    func place() {
        let error = #expect(throws: JSONDocument.SyntaxError.self) { try document("{\n a: 1,\n b: [\n 'x\ty' ]\n}") }
        #expect(error?.line == 4)
    }

    @Test(
        "Numbers print as in ECMAScript",
        arguments: [(1.0, "1"), (-0.5, "-0.5"), (1e20, "100000000000000000000"), (.infinity, "Infinity")])
    func numbers(number: Double, text: String) {
        #expect(number.scriptText == text)
    }
}
