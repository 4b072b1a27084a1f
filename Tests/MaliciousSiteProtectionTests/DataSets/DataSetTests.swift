import Foundation
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct HashPrefixSetTests {
    @Test("Among a million prefixes it finds exactly those that are there")
    func million() {
        var generator = SeededGenerator(seed: 1)
        let members = Set((0..<1_000_000).map { _ in UInt32.random(in: .min ... .max, using: &generator) })
        let set = HashPrefixSet(revision: 1, prefixes: members)
        #expect(set.count == members.count)
        #expect(members.allSatisfy(set.contains))
        let others = (0..<200_000).map { _ in UInt32.random(in: .min ... .max, using: &generator) } + [.min, .max]
        #expect(others.allSatisfy { set.contains($0) == members.contains($0) })
    }

    @Test("The smallest and the largest prefix are found, and an empty set holds nothing")
    func bounds() {
        let set = HashPrefixSet(revision: 1, prefixes: [.max, 7, .min, 7])
        #expect(set.count == 3)
        #expect([.min, 6, 7, 8, .max].map(set.contains) == [true, false, true, false, true])
        #expect(!HashPrefixSet(revision: 1, prefixes: [UInt32]()).contains(0))
    }

    @Test("Changes equal those made to a plain set", arguments: 0..<20)
    func changes(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        var model = Set((0..<50).map { _ in UInt32.random(in: 0..<200, using: &generator) })
        var set = HashPrefixSet(revision: 0, prefixes: model)
        for revision in 1...10 {
            let deletions = model.filter { _ in Bool.random(using: &generator) }
            let insertions = (0..<30).map { _ in UInt32.random(in: 0..<200, using: &generator) }
            let replaces = revision == 5
            model = replaces ? Set(insertions) : model.subtracting(deletions).union(insertions)
            let change = ChangeSet(
                insert: insertions.map { HashPrefix($0) },
                delete: replaces ? [] : deletions.map { HashPrefix($0) },
                revision: revision,
                replace: replaces
            )
            set = set.applying(change)
            #expect(set.count == model.count)
            #expect((0..<200).allSatisfy { set.contains($0) == model.contains($0) })
            #expect(set.revision == revision)
        }
    }

    @Test(
        "A deletion of a missing entry, and a deletion beside a replacement, are ignored",
        arguments: [
            ([2], false, [1, 5]), ([1, 3], false, [5]), ([1, 1], false, [5]), ([1], true, [5]), ([5], true, [5]),
        ] as [([UInt32], Bool, [UInt32])]
    )
    func ignoredDeletion(delete: [UInt32], replace: Bool, left: [UInt32]) {
        let set = HashPrefixSet(revision: 1, prefixes: [1])
        let change = ChangeSet(
            insert: [HashPrefix(5)], delete: delete.map { HashPrefix($0) }, revision: 2, replace: replace)
        let changed = set.applying(change)
        #expect((0..<10).filter(changed.contains) == left)
        #expect(changed.revision == 2)
    }

    @Test("An entry is eight hexadecimal digits", arguments: [("0000001f", 0x1F), ("FFFFFFFF", UInt32.max)])
    func entry(digits: String, bits: UInt32) throws {
        #expect(try JSONDecoder().decode([HashPrefix].self, from: Data("[\"\(digits)\"]".utf8)).map(\.bits) == [bits])
    }

    @Test(
        "A malformed entry is left out, and the others stay",
        arguments: [
            "\"\"", "\"1\"", "\"0000000g\"", "\"000000001\"", "\"+0000001\"", "\"é000001\"", "7", "{}", "null", "[[]]",
        ])
    func malformed(entry: String) throws {
        let json = Data(#"["00000001",\#(entry),"00000002"]"#.utf8)
        let read = try JSONDecoder().decode(ReadableElements<HashPrefix>.self, from: json)
        #expect(read.elements.map(\.bits) == [1, 2])
        #expect(read.hasMalformed)
    }
}

@Suite struct FilterSetTests {
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
        let set = empty.applying(change(insert: entries + entries))
        #expect(set.count == 3)
        #expect(set.patterns(for: try hash(of: "http://a.test")) == ["1", "3"])
        #expect(set.patterns(for: try hash(of: "http://c.test")) == [])
    }

    @Test("A deletion removes one pattern and leaves the host's others")
    func deletion() throws {
        let entries = [
            try entry("http://a.test", "1"), try entry("http://a.test", "2"), try entry("http://b.test", "1"),
        ]
        let set = empty.applying(change(insert: entries))
        let left = set.applying(change(delete: [entries[0], entries[2]]))
        #expect(left.count == 1)
        #expect(left.patterns(for: try hash(of: "http://a.test")) == ["2"])
        #expect(left.patterns(for: try hash(of: "http://b.test")) == [])
    }

    @Test("A replacement removes what was there")
    func replacement() throws {
        let set = empty.applying(change(insert: [try entry("http://a.test", "1")]))
        let new = set.applying(change(insert: [try entry("http://b.test", "2")], revision: 2, replace: true))
        #expect(new.count == 1)
        #expect(new.revision == 2)
        #expect(new.patterns(for: try hash(of: "http://a.test")) == [])
    }

    @Test(
        "A deletion of a missing filter, a second deletion, and one beside a replacement are ignored",
        arguments: [false, true])
    func ignoredDeletion(replace: Bool) throws {
        let (kept, gone) = (try entry("http://a.test", "1"), try entry("http://a.test", "2"))
        let other = try entry("http://b.test", "1")
        let set = empty.applying(change(insert: [kept, gone]))
        let new = set.applying(
            change(insert: [kept], delete: [gone, gone, other], revision: 2, replace: replace))
        #expect(new.count == 1)
        #expect(new.patterns(for: kept.host) == ["1"])
    }

    @Test("3,000 filters of one host are inserted in order, each once")
    func manyOfOneHost() throws {
        let entries = try (0..<3_000).map { try entry("http://a.test", "\($0)") }
        let set = empty.applying(change(insert: entries + entries))
        #expect(set.patterns(for: try hash(of: "http://a.test")) == entries.map(\.pattern))
    }

    @Test("A filter without a whole hash or without a pattern is left out")
    func malformed() throws {
        let hash = try hash(of: "http://a.test")
        let json = #"[{"hash":"1234","regex":"x"},{"hash":"\#(hash)"},{"hash":"\#(hash)","regex":"y"}]"#
        let read = try JSONDecoder().decode(ReadableElements<Filter>.self, from: Data(json.utf8))
        #expect(read.elements.map(\.pattern) == ["y"])
    }
}
