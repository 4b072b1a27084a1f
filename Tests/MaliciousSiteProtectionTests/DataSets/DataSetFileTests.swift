import Foundation
import Testing

@testable import MaliciousSiteProtection

@Suite struct DataSetFileTests {
    static let prefixes = DataSetID(.malware, .hashPrefixSet)
    static let filters = DataSetID(.malware, .filterSet)

    private func filterSet() throws -> FilterSet {
        let entries = try [("http://a.test", "^x$"), ("http://a.test", "ü"), ("http://b.test", "")].map {
            Filter(host: try hash(of: $0), pattern: $1)
        }
        let empty = FilterSet(category: .malware, embedded: [])
        return empty.applying(ChangeSet(insert: entries, delete: [], revision: 3, replace: true))
    }

    @Test("Prefixes come back as they were written, in four bytes each")
    func prefixes() throws {
        let set = HashPrefixSet(revision: 42, prefixes: [.max, 1, .min])
        let bytes = DataSetFile.bytes(of: set, id: Self.prefixes)
        #expect(bytes.count == 24 + 3 * 4 + 32)
        let read = try DataSetFile.read(HashPrefixSet.self, id: Self.prefixes, from: Data(bytes))
        #expect(read.revision == 42)
        #expect(read.count == 3)
        #expect([.min, 1, 2, .max].map(read.contains) == [true, true, false, true])
    }

    @Test("The format is the one documented")
    func format() {
        let set = HashPrefixSet(revision: 258, prefixes: [0x0102_0304])
        let bytes = DataSetFile.bytes(of: set, id: DataSetID(.scam, .hashPrefixSet))
        let content: [UInt8] =
            Array("MSPD".utf8) + [1, 1, 3, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1]
        #expect(Array(bytes.dropLast(32)) == content)
    }

    @Test("Filters come back as they were written")
    func filters() throws {
        let set = try filterSet()
        let data = Data(DataSetFile.bytes(of: set, id: Self.filters))
        let read = try DataSetFile.read(FilterSet.self, id: Self.filters, from: data)
        #expect(read.revision == 3)
        #expect(read.count == 3)
        #expect(read.patterns(for: try hash(of: "http://a.test")) == ["^x$", "ü"])
        #expect(read.patterns(for: try hash(of: "http://b.test")) == [""])
    }

    @Test("A file cut short anywhere is refused")
    func truncation() throws {
        let bytes = DataSetFile.bytes(of: try filterSet(), id: Self.filters)
        for length in bytes.indices {
            #expect(throws: MaliciousSiteProtectionError.corruptFile(Self.filters)) {
                try DataSetFile.read(FilterSet.self, id: Self.filters, from: Data(bytes.prefix(length)))
            }
        }
    }

    @Test("A file with any bit changed is refused")
    func bitErrors() throws {
        let bytes = DataSetFile.bytes(of: HashPrefixSet(revision: 1, prefixes: [1, 2]), id: Self.prefixes)
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(throws: MaliciousSiteProtectionError.corruptFile(Self.prefixes)) {
                    try DataSetFile.read(HashPrefixSet.self, id: Self.prefixes, from: Data(damaged))
                }
            }
        }
    }

    @Test(
        "A file with a valid digest but impossible contents is refused",
        arguments: [
            (1, [1, 0, 0, 0, 1, 0, 0, 0]), (2, [2, 0, 0, 0, 1, 0, 0, 0]), (2, [1, 0, 0, 0, 1, 0, 0, 0]),
            (1, [1, 0, 0]),
            (.max, []), (UInt64(Int.max), [1, 0, 0, 0]),
        ] as [(UInt64, [UInt8])]
    )
    func contents(count: UInt64, entries: [UInt8]) {
        var bytes = Array("MSPD".utf8) + [1, 1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        bytes.append(littleEndian: count)
        bytes += entries
        let digest = bytes.withUnsafeBytes(sha256)
        for index in 0..<4 { bytes.append(littleEndian: digest[index]) }
        #expect(throws: MaliciousSiteProtectionError.corruptFile(Self.prefixes)) {
            try DataSetFile.read(HashPrefixSet.self, id: Self.prefixes, from: Data(bytes))
        }
    }

    @Test("The file of another data set is refused")
    func otherSet() {
        let data = Data(DataSetFile.bytes(of: HashPrefixSet(revision: 1, prefixes: [1]), id: Self.prefixes))
        let other = DataSetID(.scam, .hashPrefixSet)
        #expect(throws: MaliciousSiteProtectionError.corruptFile(other)) {
            try DataSetFile.read(HashPrefixSet.self, id: other, from: data)
        }
    }
}
