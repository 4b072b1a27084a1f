/// A record of the protection data.
protocol ProtectionRecord: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The reason why the record is invalid. `nil` if it is valid.
    var problem: String? { get }
}

/// The first eight hexadecimal digits of the SHA-256 of a host.
struct HashPrefix: ProtectionRecord {
    let digits: String

    init(_ digits: String) { self.digits = digits }
    init(from decoder: any Decoder) throws { digits = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(digits)
    }

    var description: String { "'\(digits)'" }
    var problem: String? {
        digits.isLowercaseHex(count: 8) ? nil : "'\(digits)' is not a hash prefix of 8 lower-case hexadecimal digits."
    }
}

/// A pattern for the dangerous URLs of one host.
struct ProtectionFilter: ProtectionRecord {
    /// The SHA-256 of the host.
    let hash: String
    /// The pattern for canonical URLs. It is not checked, so that a test can serve an invalid one.
    let regex: String

    var description: String { "'\(regex)' of '\(hash)'" }
    var problem: String? { hashProblem(hash) }
}

/// A dangerous URL in an answer of the matches service.
struct ProtectionMatch: Codable, Sendable {
    let hostname: String
    let url: String
    let regex: String
    let hash: String
    let category: ThreatCategory

    var problem: String? { hashProblem(hash) }
}

private func hashProblem(_ hash: String) -> String? {
    hash.isLowercaseHex(count: 64) ? nil : "'\(hash)' is not a SHA-256 of 64 lower-case hexadecimal digits."
}

extension String {
    func isLowercaseHex(count: Int) -> Bool { utf8.count == count && isLowercaseHex }
    var isLowercaseHex: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
}

/// A set of records with its revisions.
struct RevisedSet<Record: ProtectionRecord>: Sendable {
    /// The insertions and deletions since the previous revision. Both are optional in JSON.
    struct Revision: Decodable, Sendable {
        let revision: Int
        var insert: [Record]?
        var delete: [Record]?
    }

    /// The changes that bring a client to the latest revision.
    struct Changes: Encodable, Equatable, Sendable {
        var insert: [Record] = []
        var delete: [Record] = []
        let revision: Int
        /// Whether `insert` is the whole set and replaces the client's records.
        var replace = false
    }

    private let revisions: [Revision]
    private let latest: Int

    /// - Throws: ``ProtectionProblem`` if the revisions contradict each other.
    init(_ revisions: [Revision]) throws(ProtectionProblem) {
        guard let last = revisions.last else { throw ProtectionProblem("There is no revision. Add at least one.") }
        var records: Set<Record> = []
        var previous = 0
        for revision in revisions {
            let name = "Revision \(revision.revision)"
            guard revision.revision > previous else {
                throw ProtectionProblem("\(name) follows \(previous). Start at 1 and use increasing numbers.")
            }
            for record in revision.delete ?? [] where records.remove(record) == nil {
                throw ProtectionProblem("\(name) deletes \(record), which is not in the set.")
            }
            for record in revision.insert ?? [] {
                if let problem = record.problem { throw ProtectionProblem("\(name): \(problem)") }
                guard records.insert(record).inserted else {
                    throw ProtectionProblem("\(name) inserts \(record), which is already in the set.")
                }
            }
            previous = revision.revision
        }
        self.revisions = revisions
        latest = last.revision
    }

    /// Returns the changes since a revision, or the whole set if the revision is unknown.
    func changes(since revision: Int) -> Changes {
        guard revision != latest else { return Changes(revision: latest) }
        let all = records(upTo: latest)
        guard revisions.contains(where: { $0.revision == revision }) else {
            return Changes(insert: all, revision: latest, replace: true)
        }
        let held = records(upTo: revision)
        let (allSet, heldSet) = (Set(all), Set(held))
        return Changes(
            insert: all.filter { !heldSet.contains($0) },
            delete: held.filter { !allSet.contains($0) },
            revision: latest
        )
    }

    /// Returns the records of a revision in the order of insertion.
    private func records(upTo revision: Int) -> [Record] {
        revisions.prefix { $0.revision <= revision }.reduce(into: []) { records, step in
            if let delete = step.delete.map(Set.init) { records.removeAll { delete.contains($0) } }
            records += step.insert ?? []
        }
    }
}

/// The reason why protection data cannot be served.
struct ProtectionProblem: Error, Equatable {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// The kind of a threat.
enum ThreatCategory: String, CaseIterable, Codable, Sendable {
    case phishing, malware, scam
}
