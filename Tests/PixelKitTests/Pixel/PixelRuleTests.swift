import Testing

@testable import PixelKit

@Suite("PixelRule")
struct PixelRuleTests {
    private static let even = PixelRule.number(isWhole: true, minimum: 0, maximum: 10, step: 2)

    @Test(
        "A rule allows what it says",
        arguments: [
            (even, ["0", "4", "10"], ["-2", "3", "12", "4.5", "x", "", "nan"]),
            (.number(isWhole: false), ["1.5", "-1e3"], ["inf", "one"]), (.values(["a", ""]), ["a", ""], ["b"]),
            (.pattern(PixelPattern("^a")), ["ab"], ["ba"]), (.any([.values(["a"]), even]), ["a", "2"], ["b", "3"]),
            (.any([]), [], ["", "a"]), (.all([]), ["", "a"], []), (.not(.values(["a"])), ["b"], ["a"]),
            (.all([even, .not(.values(["4"]))]), ["2"], ["4", "3"]),
            (.one([even, .values(["2", "b"])]), ["b", "4"], ["2", "c"]),
        ] as [(PixelRule, [String], [String])]
    )
    func rules(rule: PixelRule, allowed: [String], refused: [String]) {
        #expect(allowed.filter(rule.allows) == allowed)
        #expect(refused.filter(rule.allows) == [])
    }

    private static let slow = PixelRule.pattern(PixelPattern("\\A([a-z0-9]+-?)+\\z"))
    private static let long = String(repeating: "a", count: 200) + "!"

    @Test(
        "A rule whose pattern takes too many steps allows nothing, and never by negation",
        arguments: [slow, .not(slow), .all([slow]), .all([.values([long]), .not(slow)]), .one([slow, .values([long])])])
    func tooComplex(rule: PixelRule) {
        #expect(!rule.allows(Self.long))
        var parameters = PixelParameters()
        parameters.require(.string(Self.long), "a", by: rule)
        #expect(parameters.tooComplex == ["a"])
        #expect(parameters.undeclared == [])
    }

    @Test("A rule that is decided without its slow pattern is decided")
    func decided() {
        #expect(PixelRule.any([Self.slow, .values([Self.long])]).allows(Self.long))
        #expect(PixelRule.all([.values([]), Self.slow]).verdict(on: Self.long) == false)
    }

    @Test("A value that its rule refuses is named once; one that is absent is fine")
    func parameters() {
        var parameters = PixelParameters()
        parameters.require(nil as PixelValue?, "a", by: Self.even)
        parameters.require(4, "b", by: Self.even)
        parameters.require(5, "c", by: Self.even)
        parameters.require(5, "c", by: Self.even)
        parameters.require(["e": 1, "d": "x", "f": 2], by: Self.even)
        #expect(parameters.undeclared == ["c", "d", "e"])
        #expect(parameters.items == [])
    }
}
