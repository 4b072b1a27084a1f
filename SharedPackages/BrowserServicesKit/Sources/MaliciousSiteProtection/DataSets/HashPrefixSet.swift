/// The first 32 bits of the hashes of suspicious hosts. An entry takes four bytes and is found by binary search.
struct HashPrefixSet: DataSet {
    static let kind = DataSetKind.hashPrefixSet

    let revision: Int
    /// In ascending order, without duplicates.
    private let prefixes: ContiguousArray<UInt32>

    var count: Int { prefixes.count }

    init(revision: Int, prefixes: some Sequence<UInt32>) {
        var sorted = ContiguousArray(prefixes)
        sorted.sort()
        self.revision = revision
        self.prefixes = ContiguousArray(unsafeUninitializedCapacity: sorted.count) { buffer, count in
            for prefix in sorted where count == 0 || buffer[count - 1] != prefix {
                buffer.initializeElement(at: count, to: prefix)
                count += 1
            }
        }
    }

    init(category: ThreatKind, embedded entries: [EmbeddedEntry]) {
        self.init(revision: 0, prefixes: entries.filter { $0.category == category }.map(\.hash.prefix))
    }

    func contains(_ prefix: UInt32) -> Bool {
        prefixes.withUnsafeBufferPointer { prefixes in
            var low = 0
            var high = prefixes.count
            while low < high {
                let middle = (low + high) / 2
                if prefixes[middle] < prefix { low = middle + 1 } else { high = middle }
            }
            return low < prefixes.count && prefixes[low] == prefix
        }
    }

    func applying(_ change: ChangeSet<HashPrefix>) -> HashPrefixSet {
        let deletions = Set(change.delete.map(\.bits))
        var result = change.replace ? [] : prefixes
        result.reserveCapacity(result.count + change.insert.count)
        if !deletions.isEmpty { result.removeAll { deletions.contains($0) } }
        for entry in change.insert { result.append(entry.bits) }
        return HashPrefixSet(revision: change.revision, prefixes: result)
    }
}

/// An entry in an answer of the service: eight hexadecimal digits.
struct HashPrefix: Decodable {
    let bits: UInt32

    init(_ bits: UInt32) { self.bits = bits }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bits = UInt32(hexDigits: try container.decode(String.self).utf8) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Eight hexadecimal digits are needed.")
        }
        self.bits = bits
    }
}

extension HashPrefixSet {
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * count)
        for prefix in prefixes { bytes.append(littleEndian: prefix) }
        return bytes
    }

    init?(revision: Int, count: Int, encoded: UnsafeRawBufferPointer) {
        guard encoded.count / 4 == count, encoded.count % 4 == 0 else { return nil }
        let prefixes = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                let word = encoded.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                buffer.initializeElement(at: index, to: UInt32(littleEndian: word))
            }
            initialized = count
        }
        for index in prefixes.indices.dropFirst() where prefixes[index - 1] >= prefixes[index] { return nil }
        self.revision = revision
        self.prefixes = prefixes
    }
}
