import Foundation
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct HashPrefixSetTests {
    static let id = DataSetID(.phishing, .hashPrefixSet)

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
    func changes(seed: UInt64) throws {
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
            set = try set.applying(change, to: Self.id)
            #expect(set.count == model.count)
            #expect((0..<200).allSatisfy { set.contains($0) == model.contains($0) })
            #expect(set.revision == revision)
        }
    }

    @Test(
        "A deletion of what is not there does not apply",
        arguments: [([2], false), ([1, 3], false), ([1], true)] as [([UInt32], Bool)]
    )
    func unknownDeletion(delete: [UInt32], replace: Bool) {
        let set = HashPrefixSet(revision: 1, prefixes: [1])
        let change = ChangeSet(
            insert: [HashPrefix(2)],
            delete: delete.map { HashPrefix($0) },
            revision: 2,
            replace: replace
        )
        #expect(throws: MaliciousSiteProtectionError.unknownDeletion(Self.id, entry: "0000000\(delete.last ?? 0)")) {
            try set.applying(change, to: Self.id)
        }
    }

    @Test("An entry is eight hexadecimal digits", arguments: [("0000001f", 0x1F), ("FFFFFFFF", UInt32.max)])
    func entry(digits: String, bits: UInt32) throws {
        #expect(try JSONDecoder().decode([HashPrefix].self, from: Data("[\"\(digits)\"]".utf8)).map(\.bits) == [bits])
    }

    @Test("Anything else is malformed", arguments: ["", "1", "0000000g", "000000001", "+0000001", "é000001"])
    func malformed(entry: String) {
        let error = #expect(throws: MalformedEntry.self) {
            try JSONDecoder().decode([HashPrefix].self, from: Data("[\"\(entry)\"]".utf8))
        }
        #expect(error?.text == entry)
    }
}
