import JSONSchema
import PixelDefinitions
import TestSupport
import Testing

@Suite("FaultCode")
struct FaultCodeTests {
    @Test("The guide lists every code, and no other")
    func guide() throws {
        let guide = try Repository.text(of: "Docs/Guides/definitions.md")
        let table = try #require(guide.split(separator: "## Codes").last)
        let codes = table.matches(of: /(?m)^\| `([a-z-]+)` \|/).map { String($0.output.1) }
        #expect(codes == FaultCode.allCases.map(\.rawValue))
    }
}
