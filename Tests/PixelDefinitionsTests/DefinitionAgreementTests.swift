import Foundation
import PixelDefinitions
import Testing

@Suite("Agreement on definitions")
struct DefinitionAgreementTests {
    private func faults(in root: URL, owners: Set<String>? = nil) -> [Fault] {
        let options = ValidationOptions(mode: .compat, owners: owners)
        return DefinitionValidator(DefinitionFolder(reading: root), options: options).faults()
    }

    @Test("Real definitions are accepted", arguments: Corpus.roots.filter { !$0.hasPrefix("live-") })
    func realDefinitions(root: String) {
        #expect(faults(in: Corpus.root(root)).map(\.description) == [])
    }

    @Test("Broken definitions are rejected where the reference rejects them")
    func brokenDefinitions() throws {
        var agreement = Agreement()
        for item in try Corpus.cases("definitions-broken") {
            let folder = try TemporaryFolder(copying: Corpus.root(try #require(item["base"]?.text)))
            for path in item["remove"]?.elements ?? [] { folder.remove(try #require(path.text)) }
            for (path, text) in item["files"]?.members ?? [:] { try folder.write(try #require(text.text), to: path) }
            let map = item["userMap"]?.text.map { folder.url.appending(path: $0) }
            let found = faults(in: folder.url, owners: try map.map(OwnerMap.read))
            let expected = item["exit"] == .number(0) ? "accept" : "reject"
            agreement.compare(found.isEmpty ? "accept" : "reject", with: expected, "\(item["id"]?.text ?? "") \(found)")
        }
        print("broken definitions:", agreement.comment)
        #expect(agreement.share >= 0.99, agreement.comment)
    }

    @Test("Mutations of real definitions are rejected where the reference rejects them")
    func mutatedDefinitions() throws {
        var agreement = Agreement()
        var folders: [String: TemporaryFolder] = [:]
        for item in try Corpus.cases("definitions-mutated") {
            let corpus = try #require(item["corpus"]?.text)
            let folder = try folders[corpus] ?? TemporaryFolder(copying: Corpus.root(corpus))
            folders[corpus] = folder
            folder.remove("pixels/definitions")
            folder.remove("wide_events")
            let pixel = try #require(item["pixel"]?.text)
            let definition = JSONValue.object([pixel: item["definition"] ?? .null])
            try folder.write(definition.json, to: "pixels/definitions/case.json")
            let found = faults(in: folder.url)
            let expected = item["ok"] == .bool(true) ? "accept" : "reject"
            agreement.compare(
                found.isEmpty ? "accept" : "reject", with: expected, "\(pixel) \(item["mutation"]?.text ?? "") \(found)"
            )
        }
        print("mutated definitions:", agreement.comment)
        #expect(agreement.share >= 0.99, agreement.comment)
    }
}
