import Foundation
import Testing

@testable import JSONSchema

@Suite("Pattern")
struct PatternTests {
    @Test(
        "Patterns mean what ECMAScript means",
        arguments: [
            ("[0-9]", "a1", true), ("^[0-9]+$", "12a", false), ("^a$", "a\n", false), ("^.$", "🦆", true),
            ("^.$", "\n", false), ("^.$", "\u{2028}", false), ("^.$", "\u{85}", true), ("^\\s$", "\u{FEFF}", true),
            ("^\\s$", "\u{85}", false), ("^\\w+$", "ä", false), ("^\\d+$", "٣", false), ("\\bfoo\\b", "a foo b", true),
            ("\\bfoo\\b", "äfoo", true), ("\\Bo", "fo", true), ("^[^a]$", "\n", true), ("^[^]$", "x", true),
            ("[]", "x", false),
            ("^\\p{L}+$", "ä", true), ("^\\P{L}$", "1", true), ("(?<=a)b", "ab", true), ("^(?!a)", "a", false),
            ("(?<y>\\d)\\k<y>", "11", true), ("(a)\\1", "aa", true), ("^a{2,3}$", "aaaa", false),
            ("^(a|bc)*$", "abca", true),
            ("^(?:a*)*$", "aaa", true), ("^[\\w-]+$", "a-b", true), ("^[\\-]$", "-", true), ("\\u{1F986}", "🦆", true),
            ("\\ud83e\\udd86", "🦆", true), ("^\\x41\\/$", "A/", true), ("^a??b$", "b", true), ("", "anything", true),
            ("^$", "", true), ("^(null|[A-Fa-f0-9]{2})?$", "nul", false), ("^[^\\d]$", "é", true),
            ("^\\cJ$", "\n", true),
            ("^\\0$", "\0", true), ("^é$", "e\u{301}", false), ("x*", "", true), ("^[a-z]+?$", "abc", true),
        ]
    )
    func semantics(source: String, text: String, expected: Bool) throws {
        #expect(try Pattern(source).matches(text) == expected)
        // Both ways of matching must agree, whichever one a pattern takes.
        let translated = PatternTranslator.expression(for: try PatternParser.parse(source))
        let expression = try NSRegularExpression(pattern: translated.isEmpty ? "(?:)" : translated)
        #expect((expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil) == expected)
    }

    @Test(
        "What the u flag forbids is refused",
        arguments: [
            "(", ")", "[", "a\\-b", "a\\_b", "[\\w-.]", "a{", "{", "}", "]", "(?i)a", "\\Aabc\\z", "a++", "*a", "+",
            "?",
            "^[[:alpha:]]+$", "\\1", "(a)\\2", "\\k<x>", "(?<x>a)(?<x>b)", "a{2,1}", "[b-a]", "\\p{l}", "\\p{Nope}",
            "\\u12",
            "\\x1", "\\01", "\\c1", "(?=a)*", "\\", "(?<1>a)", "\\p", "[a-\\d]", "(?i:a)", "\\u{110000}",
        ]
    )
    func refusals(source: String) {
        #expect(throws: PatternError.self) { try Pattern(source) }
    }

    /// Expressions that were made at random, and what an engine of ECMAScript said of them.
    private struct Verdict: Decodable, Sendable {
        /// The pattern.
        var p: String
        /// Whether it is valid with the `u` flag, and without.
        var v: Bool
        var l: Bool
        /// Texts in which it does or does not occur.
        var ts: [Sample]

        struct Sample: Decodable, Sendable {
            var text: String
            var occurs: Bool

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                text = try list.decode(String.self)
                occurs = try list.decode(Bool.self)
            }
        }
    }

    @Test("Random patterns get the verdicts of an engine of ECMAScript")
    func engine() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "patterns.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 500)
        for line in lines {
            let verdict = try JSONDecoder().decode(Verdict.self, from: Data(line.utf8))
            #expect(((try? PatternParser.parse(verdict.p, as: .lenient)) != nil) == verdict.l, "\(verdict.p)")
            let pattern = try? Pattern(verdict.p)
            #expect((pattern != nil) == verdict.v, "\(verdict.p)")
            for sample in verdict.ts {
                #expect(pattern?.matches(sample.text) == sample.occurs, "\(verdict.p) in \(sample.text)")
            }
        }
    }

    @Test("Unbounded lookbehind is refused, since Foundation's expressions lack it")
    func lookbehind() {
        let error = #expect(throws: PatternError.self) { try Pattern("(?<=a+)b") }
        #expect(error?.reason == "it uses what regular expressions of this system lack")
    }

    @Test("An error names the pattern and the reason")
    func message() {
        let error = #expect(throws: PatternError.self) { try Pattern("a\\-b") }
        #expect(
            error?.message == "'a\\-b' is not an ECMAScript regular expression with the u flag: invalid escape '\\-'")
    }

    @Test("A search that would never end is handed on")
    func budget() throws {
        let pattern = try Pattern("^(a|aa)+$")
        #expect(!pattern.matches(String(repeating: "a", count: 24) + "b"))
        #expect(pattern.matches(String(repeating: "a", count: 5_000)))
    }
}
