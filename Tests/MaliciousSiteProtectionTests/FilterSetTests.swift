import Foundation
import Testing

@testable import MaliciousSiteProtection

@Suite struct FilterSetTests {
    static let id = DataSetID(.scam, .filterSet)
    let empty = FilterSet(category: .scam, embedded: [])

    private func entry(_ address: String, _ regex: String) throws -> Filter {
        Filter(host: try hash(of: address), pattern: regex)
    }

    private func change(
        insert: [Filter] = [],
        delete: [Filter] = [],
        revision: Int = 1,
        replace: Bool = false
    ) -> ChangeSet<Filter> {
        ChangeSet(insert: insert, delete: delete, revision: revision, replace: replace)
    }

    @Test("Patterns are found under the hash of their host, each once")
    func insertion() throws {
        let entries = [
            try entry("http://a.test", "1"), try entry("http://b.test", "2"), try entry("http://a.test", "3"),
        ]
        let set = try empty.applying(change(insert: entries + entries), to: Self.id)
        #expect(set.count == 3)
        #expect(set.patterns(for: try hash(of: "http://a.test")) == ["1", "3"])
        #expect(set.patterns(for: try hash(of: "http://c.test")) == [])
    }

    @Test("A deletion takes one pattern and leaves the host's others")
    func deletion() throws {
        let entries = [
            try entry("http://a.test", "1"), try entry("http://a.test", "2"), try entry("http://b.test", "1"),
        ]
        let set = try empty.applying(change(insert: entries), to: Self.id)
        let left = try set.applying(change(delete: [entries[0], entries[2]]), to: Self.id)
        #expect(left.count == 1)
        #expect(left.patterns(for: try hash(of: "http://a.test")) == ["2"])
        #expect(left.patterns(for: try hash(of: "http://b.test")) == [])
    }

    @Test("A replacement forgets what was there")
    func replacement() throws {
        let set = try empty.applying(change(insert: [try entry("http://a.test", "1")]), to: Self.id)
        let new = try set.applying(
            change(insert: [try entry("http://b.test", "2")], revision: 2, replace: true),
            to: Self.id
        )
        #expect(new.count == 1)
        #expect(new.revision == 2)
        #expect(new.patterns(for: try hash(of: "http://a.test")) == [])
    }

    @Test("A deletion of what is not there does not apply")
    func unknownDeletion() throws {
        let entry = try entry("http://a.test", "1")
        #expect(throws: MaliciousSiteProtectionError.unknownDeletion(Self.id, entry: entry.host.description)) {
            try empty.applying(change(delete: [entry]), to: Self.id)
        }
    }

    @Test("An entry without a whole hash is malformed")
    func malformed() {
        let error = #expect(throws: MalformedEntry.self) {
            try JSONDecoder().decode(Filter.self, from: Data(#"{"hash":"1234","regex":"x"}"#.utf8))
        }
        #expect(error?.text == "1234")
    }
}
