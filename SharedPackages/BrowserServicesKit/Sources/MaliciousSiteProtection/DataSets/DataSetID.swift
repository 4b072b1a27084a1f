/// Which of the two kinds of data set: the coarse one or the exact one.
public enum DataSetKind: String, CaseIterable, Hashable, Sendable {
    /// The first 32 bits of the hashes of suspicious hosts.
    case hashPrefixSet
    /// Hashes of hosts, each with a regular expression on the canonical address.
    case filterSet
}

/// One of the six data sets: a kind of threat and a kind of set.
public struct DataSetID: Hashable, Sendable, CustomStringConvertible {
    /// The threat that the set is about.
    public let category: ThreatKind
    /// The kind of set.
    public let type: DataSetKind

    /// Names a data set.
    public init(_ category: ThreatKind, _ type: DataSetKind) {
        self.category = category
        self.type = type
    }

    /// Every data set, the sets of one threat after those of another.
    public static let all = ThreatKind.allCases.flatMap { category in
        DataSetKind.allCases.map { DataSetID(category, $0) }
    }

    /// The name, as in `phishing/filterSet`.
    public var description: String { "\(category.rawValue)/\(type.rawValue)" }
}
