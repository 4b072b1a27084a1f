import PixelDefinitions
import Testing

@Suite("AppVersion")
struct AppVersionTests {
    @Test(
        "Versions are ordered part by part",
        arguments: [
            ("7.1.0", "7.2.0", true), ("7.10.0", "7.2.0", false), ("7.2", "7.2.0", false), ("7", "7.0.1", true),
            ("7.2.0-beta", "7.2.0", true), ("7.2.0", "7.2.0-beta", false), ("7.x", "7.2.0", false),
            ("v7.1.0", "7.2.0", true),
            ("7.2.0+build", "7.2.0", false), ("7.2.0-alpha.1", "7.2.0-alpha.2", true),
        ]
    )
    func versions(left: String, right: String, expected: Bool) throws {
        #expect(try #require(AppVersion(left)).precedes(try #require(AppVersion(right))) == expected)
    }

    @Test(
        "What is no version is never compared",
        arguments: ["", "abc", "1.2.3.4.5", "7.1.0 ", "=7.1", "7.1-beta", "7..1"])
    func invalidVersions(text: String) {
        #expect(AppVersion(text) == nil)
    }
}
