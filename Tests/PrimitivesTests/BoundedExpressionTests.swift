import Primitives
import Testing

@Suite("BoundedExpression")
struct BoundedExpressionTests {
    @Test(
        "A search finds the expression anywhere",
        arguments: [
            ("b", "abc", true), ("\\Ab", "abc", false), ("c\\z", "abc", true), ("a|b", "xb", true), ("", "", true),
            ("\\n", "a\nb", true), ("(?<=a)b", "ab", true), ("x", String(repeating: "a", count: 20_000) + "x", true),
        ])
    func finds(source: String, text: String, isFound: Bool) throws {
        #expect(try BoundedExpression(source).search(text) == (isFound ? .found : .absent))
    }

    @Test(
        "A search that would take a time that doubles with each character is given up",
        arguments: ["(a+)+$", "\\A([a-z0-9]+-?)+\\z", "(a|aa)+$", "\\A(?=(a+)+b)"])
    func slow(source: String) throws {
        #expect(try BoundedExpression(source).search(String(repeating: "a", count: 200) + "!") == .unfinished)
    }

    @Test("An invalid expression is an error")
    func invalid() {
        #expect(throws: (any Error).self) { try BoundedExpression("(") }
    }
}
