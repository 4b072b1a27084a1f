import Testing

@testable import PixelGeneration

@Suite("SwiftName")
struct SwiftNameTests {
    @Test(
        "Values become members",
        arguments: [
            ("error-page-shown", "errorPageShown"), ("SUCCESS", "success"), ("hashPrefixSet", "hashPrefixSet"),
            ("none", "noneValue"),
            ("self", "selfValue"), ("", "empty"), ("1000", "value1000"), ("2-3", "value2_3"), ("11+", "value11Plus"),
            ("feature.data.ext.x_y", "featureDataExtXY"), ("default", "default"), ("<1", "lessThan1"),
        ]
    )
    func members(text: String, name: String) {
        #expect(SwiftName.member(SwiftName.words(text)) == name)
    }

    @Test(
        "Types do not hide those of Swift",
        arguments: [("error", "ErrorValue"), ("type", "TypeValue"), ("category", "Category"), ("3d", "Value3d")])
    func types(text: String, name: String) {
        #expect(SwiftName.type(SwiftName.words(text)) == name)
    }

    @Test("Names that are taken get a number")
    func unique() {
        var taken = UniqueNames()
        #expect((0..<3).map { _ in taken.take("a") } == ["a", "a2", "a3"])
        #expect((0..<2).map { _ in taken.take("v1") } == ["v1", "v1_2"])
    }

    @Test("Keywords are escaped, and strings are literals")
    func literals() {
        #expect(SwiftName.escaped("default") == "`default`")
        #expect(SwiftName.escaped("shown") == "shown")
        #expect("a\"\\\n\u{1}é".swiftLiteral == #""a\"\\\n\u{1}é""#)
    }

    @Test(
        "The words that a file's names have in common go",
        arguments: [
            (["m_site_shown", "m_site_hidden"], "x.json5", ["shown", "hidden"]), (["m_site"], "site.json5", ["site"]),
            (["m_a", "m_a_b"], "x.json5", ["a", "aB"]), (["m_mac_bookmarks_opened"], "bookmarks.json5", ["opened"]),
            (["m_name", "m_x"], "x.json5", ["namePixel", "x"]),
        ]
    )
    func caseNames(literals: [String], file: String, names: [String]) {
        #expect(CaseNames.names(of: literals, file: file) == names)
    }
}
