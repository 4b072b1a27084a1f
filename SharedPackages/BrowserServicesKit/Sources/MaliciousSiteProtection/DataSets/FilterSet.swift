import FoundationEssentials

/// Regular expressions on canonical addresses, by the hashes of their hosts.
struct FilterSet: DataSet {
    static let kind = DataSetKind.filterSet

    let revision: Int
    private(set) var count = 0
    private var patternsByHost: [HostHash: [String]] = [:]

    private init(revision: Int) { self.revision = revision }

    init(category: ThreatKind, embedded entries: [EmbeddedEntry]) {
        self.init(revision: 0)
        insert(entries.lazy.filter { $0.category == category }.map { Filter(host: $0.hash, pattern: $0.pattern) })
    }

    func patterns(for host: HostHash) -> [String] { patternsByHost[host] ?? [] }

    func applying(_ change: ChangeSet<Filter>) -> FilterSet {
        var result = FilterSet(revision: change.revision)
        if !change.replace {
            result.patternsByHost = patternsByHost
            result.remove(change.delete)
        }
        result.insert(change.insert)
        return result
    }

    /// Adds filters, each once. The cost is linear in the filters of the hosts concerned.
    private mutating func insert(_ filters: some Sequence<Filter>) {
        var hosts: Set<HostHash> = []
        for filter in filters {
            patternsByHost[filter.host, default: []].append(filter.pattern)
            hosts.insert(filter.host)
        }
        for host in hosts {
            var known: Set<String> = []
            patternsByHost[host]?.removeAll { !known.insert($0).inserted }
        }
        count = patternsByHost.values.reduce(0) { $0 + $1.count }
    }

    private mutating func remove(_ filters: [Filter]) {
        for (host, removed) in Dictionary(grouping: filters, by: \.host) {
            let patterns = Set(removed.map(\.pattern))
            patternsByHost[host]?.removeAll { patterns.contains($0) }
            if patternsByHost[host]?.isEmpty == true { patternsByHost[host] = nil }
        }
    }
}

/// An entry in an answer of the service.
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
        guard let host = HostHash(hex: try container.decode(String.self, forKey: .hash)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .hash, in: container, debugDescription: "The hash needs 64 hexadecimal digits.")
        }
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
                let pattern = String(bytes: bytes, encoding: .utf8)
            else { return nil }
            patternsByHost[HostHash(words: words), default: []].append(pattern)
            self.count += 1
        }
        if self.count != count { return nil }
    }
}
