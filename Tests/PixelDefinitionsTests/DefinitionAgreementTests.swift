import Foundation
import JSONSchema
import PixelDefinitions
import TestSupport
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
    func brokenDefinitions() async throws {
        var agreement = Agreement()
        for item in try Corpus.cases("definitions-broken") {
            let found = try await TemporaryFolder.with { folder in
                let root = folder.url.appending(path: "root")
                try FileManager.default.copyItem(at: Corpus.root(try #require(item["base"]?.text)), to: root)
                for path in (item["remove"]?.elements ?? []).compactMap(\.text) {
                    try? FileManager.default.removeItem(at: root.appending(path: path))
                }
                for (path, text) in item["files"]?.members ?? [:] {
                    try folder.write(try #require(text.text), to: "root/\(path)")
                }
                let map = item["userMap"]?.text.map { root.appending(path: $0) }
                return faults(in: root, owners: try map.map(OwnerMap.read))
            }
            let expected = item["exit"] == .number(0) ? "accept" : "reject"
            agreement.compare(found.isEmpty ? "accept" : "reject", with: expected, "\(item["id"]?.text ?? "") \(found)")
        }
        #expect(agreement.total > 0)
        #expect(agreement.share >= 0.99, agreement.comment)
    }

    @Test("Mutations of real definitions are rejected where the reference rejects them")
    func mutatedDefinitions() async throws {
        var agreement = Agreement()
        let cases = Dictionary(grouping: try Corpus.cases("definitions-mutated")) { $0["corpus"]?.text ?? "" }
        for (corpus, items) in cases {
            agreement.add(try await judge(items, of: corpus))
        }
        #expect(agreement.total > 0)
        #expect(agreement.share >= 0.99, agreement.comment)
    }

    private func judge(_ items: [JSONValue], of corpus: String) async throws -> Agreement {
        try await TemporaryFolder.with { folder in
            var agreement = Agreement()
            let root = folder.url.appending(path: "root")
            try FileManager.default.copyItem(at: Corpus.root(corpus), to: root)
            try FileManager.default.removeItem(at: root.appending(path: "pixels/definitions"))
            try? FileManager.default.removeItem(at: root.appending(path: "wide_events"))
            for item in items {
                let pixel = try #require(item["pixel"]?.text)
                let definition = JSONValue.object([pixel: item["definition"] ?? .null])
                try folder.write(definition.json, to: "root/pixels/definitions/case.json")
                let found = faults(in: root)
                let verdict = found.isEmpty ? "accept" : "reject"
                let expected = item["ok"] == .bool(true) ? "accept" : "reject"
                agreement.compare(verdict, with: expected, "\(pixel) \(item["mutation"]?.text ?? "") \(found)")
            }
            return agreement
        }
    }
}
