/// A set of records and how it came to be.
struct RevisedSet<Record: ProtectionRecord>: Sendable {
    /// One step: what it added to the revision before and what it took away. In JSON either may be left out.
    struct Revision: Decodable, Sendable {
        let revision: Int
        var insert: [Record]?
        var delete: [Record]?
    }

    /// What brings a client to the latest revision.
    struct Changes: Encodable, Equatable, Sendable {
        var insert: [Record] = []
        var delete: [Record] = []
        let revision: Int
        /// Whether `insert` is the whole set and what the client holds is void.
        var replace = false
    }

    private let revisions: [Revision]
    private let latest: Int

    /// - Throws: ``ProtectionProblem`` when the revisions do not follow from one another.
    init(_ revisions: [Revision]) throws(ProtectionProblem) {
        guard let last = revisions.last else { throw ProtectionProblem("There is no revision; give at least one.") }
        var records: Set<Record> = []
        var previous = 0
        for revision in revisions {
            let name = "Revision \(revision.revision)"
            guard revision.revision > previous else {
                throw ProtectionProblem("\(name) follows \(previous); revisions begin at 1 and rise.")
            }
            for record in revision.delete ?? [] where records.remove(record) == nil {
                throw ProtectionProblem("\(name) deletes \(record), which is not there.")
            }
            for record in revision.insert ?? [] {
                if let problem = record.problem { throw ProtectionProblem("\(name): \(problem)") }
                guard records.insert(record).inserted else {
                    throw ProtectionProblem("\(name) inserts \(record), which is there already.")
                }
            }
            previous = revision.revision
        }
        self.revisions = revisions
        latest = last.revision
    }

    /// What a client at a revision has to change; the whole set when the revision is none of ours.
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

    /// The set as it was at a revision, in the order of insertion.
    private func records(upTo revision: Int) -> [Record] {
        revisions.prefix { $0.revision <= revision }.reduce(into: []) { records, step in
            if let delete = step.delete.map(Set.init) { records.removeAll { delete.contains($0) } }
            records += step.insert ?? []
        }
    }
}

/// Why protection data cannot be served, in one sentence.
struct ProtectionProblem: Error, Equatable {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}
