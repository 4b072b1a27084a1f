/// Regular expressions on canonical addresses, filed under the hashes of their hosts.
struct FilterSet: DataSet {
    static let kind = DataSetKind.filterSet

    let revision: Int
    private(set) var count = 0
    private var patternsByHost: [HostHash: [String]] = [:]

    private init(revision: Int) { self.revision = revision }

    init(category: ThreatKind, embedded entries: [EmbeddedEntry]) {
        self.init(revision: 0)
        for entry in entries where entry.category == category { insert(entry.pattern, for: entry.hash) }
    }

    func patterns(for host: HostHash) -> [String] { patternsByHost[host] ?? [] }

    func applying(_ change: ChangeSet<Filter>, to id: DataSetID) throws(MaliciousSiteProtectionError) -> FilterSet {
        var result = FilterSet(revision: change.revision)
        if !change.replace {
            result.patternsByHost = patternsByHost
            result.count = count
        }
        for filter in change.delete where !result.remove(filter.pattern, for: filter.host) {
            throw .unknownDeletion(id, entry: "\(filter.host)")
        }
        for filter in change.insert { result.insert(filter.pattern, for: filter.host) }
        return result
    }

    private mutating func insert(_ pattern: String, for host: HostHash) {
        if patternsByHost[host]?.contains(pattern) == true { return }
        patternsByHost[host, default: []].append(pattern)
        count += 1
    }

    private mutating func remove(_ pattern: String, for host: HostHash) -> Bool {
        guard let index = patternsByHost[host]?.firstIndex(of: pattern) else { return false }
        patternsByHost[host]?.remove(at: index)
        if patternsByHost[host]?.isEmpty == true { patternsByHost[host] = nil }
        count -= 1
        return true
    }
}

/// An entry on the wire.
struct Filter: Decodable {
    private enum CodingKeys: String, CodingKey { case hash, regex }

    let host: HostHash
    let pattern: String

    init(host: HostHash, pattern: String) {
        self.host = host
        self.pattern = pattern
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let digits = try container.decode(String.self, forKey: .hash)
        guard let host = HostHash(hex: digits) else { throw MalformedEntry(text: digits) }
        self.host = host
        pattern = try container.decode(String.self, forKey: .regex)
    }
}

extension FilterSet {
    /// For each filter the hash in 32 bytes, the length of the pattern in 4, and the pattern.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for (host, patterns) in patternsByHost {
            for pattern in patterns {
                for index in 0..<4 { bytes.append(littleEndian: host.words[index]) }
                bytes.append(littleEndian: UInt32(pattern.utf8.count))
                bytes.append(contentsOf: pattern.utf8)
            }
        }
        return bytes
    }

    init?(revision: Int, count: Int, encoded: UnsafeRawBufferPointer) {
        self.init(revision: revision)
        var reader = ByteReader(bytes: encoded[...])
        while !reader.isAtEnd {
            var words = SIMD4<UInt64>()
            for index in 0..<4 {
                guard let word = reader.readInteger(UInt64.self) else { return nil }
                words[index] = word
            }
            guard let length = reader.readInteger(UInt32.self), let bytes = reader.read(Int(length)),
                let pattern = String(validating: bytes, as: UTF8.self)
            else { return nil }
            insert(pattern, for: HostHash(words: words))
        }
        if self.count != count { return nil }
    }
}
