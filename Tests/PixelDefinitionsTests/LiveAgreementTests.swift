import Foundation
import JSONSchema
import PixelDefinitions
import Testing

@Suite("Agreement on live events")
struct LiveAgreementTests {
    @Test("Requests get the reference's status", arguments: ["live-crafted", "live-generated"])
    func requests(file: String) throws {
        var checkers: [String: PixelChecker] = [:]
        var agreement = Agreement()
        let statuses = [
            "VALIDATION_PASSED": "passed", "VALIDATION_FAILED": "failed", "UNDOCUMENTED": "undocumented",
            "OLD_APP_VERSION": "oldVersion",
        ]
        for item in try Corpus.cases(file) {
            let root = try #require((item["root"] ?? item["corpus"])?.text)
            let checker =
                checkers[root]
                ?? PixelChecker(DefinitionFolder(reading: Corpus.root(root)), options: ValidationOptions(mode: .compat))
            checkers[root] = checker
            // Where the reference threw an error there is no status to compare.
            guard let expected = statuses[item["status"]?.text ?? ""] else { continue }
            let name = try #require(item["pixel"]?.text)
            let query = item["params"]?.text ?? ""
            let result = checker.check(name: name, query: query)
            agreement.compare(result.status, with: expected, "\(root) \(name)?\(query) \(result.reasons)")
        }
        #expect(agreement.total > 0)
        #expect(agreement.share >= 0.999, agreement.comment)
    }

    @Test("Wide events get the reference's status")
    func wideEvents() throws {
        var agreement = Agreement()
        for item in try Corpus.cases("live-wide") {
            let checker = WideEventChecker(DefinitionFolder(reading: Corpus.root(try #require(item["root"]?.text))))
            let result = checker.check(Data((item["payload"] ?? .null).json.utf8))
            let expected = ["VALID": "passed", "UNDOCUMENTED": "undocumented"][item["status"]?.text ?? ""] ?? "failed"
            agreement.compare(result.status, with: expected, "\(item["note"]?.text ?? "") \(result.reasons)")
        }
        #expect(agreement.total > 0)
        #expect(agreement.share == 1, agreement.comment)
    }
}
