import PixelDefinitions
import Testing

@Suite("SimilarNames")
struct SimilarNamesTests {
    private let names = ["m_tier_requested", "m_tier_request", "m_tier_failure", "platform", "count"]

    @Test(
        "What differs little is meant, the nearest first; else what contains it",
        arguments: [
            ("m_tier_reqested", ["m_tier_requested"]), ("m_tier_requestd", ["m_tier_request", "m_tier_requested"]),
            ("M_TIER_FAILURE", ["m_tier_failure"]),
            ("platfrm", ["platform"]), ("tier", ["m_tier_failure", "m_tier_request", "m_tier_requested"]),
            ("nope", []), ("", []),
        ])
    func names(name: String, expected: [String]) {
        #expect(SimilarNames.of(name, among: names) == expected)
    }

    @Test("A hint quotes the names")
    func hint() {
        #expect(SimilarNames.hint(for: "cuont", among: ["count", "mount"]) == " Did you mean 'count'?")
        #expect(SimilarNames.hint(for: "x", among: ["count", "mount"]) == "")
    }
}
