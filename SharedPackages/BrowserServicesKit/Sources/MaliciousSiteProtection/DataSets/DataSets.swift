/// One state of all data sets.
struct DataSets: Sendable {
    var hashPrefixes: [ThreatKind: HashPrefixSet] = [:]
    var filters: [ThreatKind: FilterSet] = [:]

    /// Whether any set holds the prefix: most hosts are done with when none does.
    func contains(_ prefix: UInt32) -> Bool { hashPrefixes.values.contains { $0.contains(prefix) } }

    func patterns(for host: HostHash, in category: ThreatKind) -> [String] {
        filters[category]?.patterns(for: host) ?? []
    }

    func filterCount(in category: ThreatKind) -> Int { filters[category]?.count ?? 0 }
}
