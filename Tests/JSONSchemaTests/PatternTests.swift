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

    @Test(
        "Patterns that are slow to backtrack are searched in time that grows with the text",
        arguments: [
            ("(a+)+$", false), ("^([a-z0-9]+-?)+$", false), ("^(a|aa)+$", false), ("^(a|a?)+$", false),
            ("(a*)*b", false), ("^(?:a*)*!$", true), ("a*a*a*a*a*a*b", false), ("(x+x+)+y", false),
        ])
    func slowPatterns(source: String, isFound: Bool) throws {
        let pattern = try Pattern(source)
        #expect(pattern.search(String(repeating: "a", count: 5_000) + "!") == (isFound ? .found : .absent))
        #expect(try Pattern("^(a|aa)+$").search(String(repeating: "a", count: 5_000)) == .found)
    }

    @Test("A search remembers its states on the heap, however many choices it makes")
    func manyChoices() throws {
        let pattern = try Pattern("^(?:\(String(repeating: "x??", count: 300))a)*$")
        #expect(pattern.search(String(repeating: "a", count: 1_000)) == .found)
        #expect(pattern.search(String(repeating: "a", count: 1_000) + "b") == .absent)
    }

    @Test("A search ends at its step limit with an outcome of its own", arguments: ["^(?=(a+)+b)", "^(a+)+\\1b", "(?<!b)(a+)+$"])
    func unfinished(source: String) throws {
        let pattern = try Pattern(source)
        #expect(pattern.search(String(repeating: "a", count: 200) + "!") == .unfinished)
        #expect(!pattern.matches(String(repeating: "a", count: 200) + "!"))
        let long = try Pattern("^(?:\(String(repeating: "a?", count: 500)))*$")
        #expect(long.search(String(repeating: "a", count: 20_000) + "b") == .unfinished)
    }

    @Test("Nesting and counts are limited")
    func limits() throws {
        let deep = String(repeating: "(", count: 50_000) + String(repeating: ")", count: 50_000)
        let error = #expect(throws: PatternError.self) { try Pattern(deep) }
        #expect(error?.reason == "its groups nest deeper than 200 levels")
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "(?=", count: 50_000)) }
        #expect(try Pattern(String(repeating: "(", count: 150) + "a" + String(repeating: ")", count: 150)).matches("a"))
        for source in ["(?:(?:(?:a{999}){999}){999})", "(?:(?:(?:){2000}){2000}){2000}", "a{2147483648}"] {
            #expect(throws: PatternError.self) { try Pattern(source) }
        }
        let alternatives = (0..<20_000).map(String.init).joined(separator: "|")
        #expect(try Pattern("^(?:\(alternatives))$").matches("19999"))
    }

    @Test(
        "Slow patterns are recognised",
        arguments: [
            ("(a+)+$", true), ("^([a-z0-9]+-?)+$", true), ("^(b|a|aa)+$", true), ("^x(?:\\w+\\s?)*$", true),
            ("^(?=(a+)+$)", true), ("^(\\d+)*\\1x$", true), ("a*a*a*a*b", true),
            ("^[a-z]+(-[a-z]+)*$", false), ("^[0-9]+$", false), ("^(null|[A-Fa-f0-9]{2})?$", false), ("a+b+c+", false),
            ("^\\d{4}-\\d{2}$", false), ("(?<=a)b", false), ("^(?:a|b)+$", false), ("\\s+$", false), ("", false),
        ])
    func slowness(source: String, isSlow: Bool) throws {
        #expect(try Pattern(source).isSlow == isSlow)
    }
}
