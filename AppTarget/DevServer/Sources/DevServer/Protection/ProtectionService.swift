/// Answers the protection API.
struct ProtectionService: Sendable {
    private let data: ProtectionData

    init(data: ProtectionData) { self.data = data }

    func hashPrefixChanges(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        try changes(in: data.hashPrefixes, for: request)
    }

    func filterChanges(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        try changes(in: data.filters, for: request)
    }

    func matches(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let prefix = request.queryValue("hashPrefix") ?? ""
        guard (4...64).contains(prefix.utf8.count), prefix.isLowercaseHex else {
            throw HTTPProblem(400, "hashPrefix is '\(prefix)'. Use 4 to 64 lower-case hexadecimal digits.")
        }
        let matches = try current(data.matches).filter { $0.hash.hasPrefix(prefix) }
        return .response(.json(["matches": matches]))
    }

    private func changes<Record>(
        in sets: [ThreatCategory: ProtectionSource<RevisedSet<Record>>],
        for request: HTTPRequest
    ) throws(HTTPProblem) -> HTTPAnswer {
        let name = request.queryValue("category") ?? ""
        guard let source = ThreatCategory(rawValue: name).flatMap({ sets[$0] }) else {
            let known = ThreatCategory.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(400, "category is '\(name)'. Use \(known).")
        }
        let text = request.queryValue("revision") ?? "0"
        guard let revision = Int(text), revision >= 0 else {
            throw HTTPProblem(400, "revision is '\(text)'. Use a whole number, 0 for none.")
        }
        return try .response(.json(current(source).changes(since: revision)))
    }

    private func current<Value>(_ source: ProtectionSource<Value>) throws(HTTPProblem) -> Value {
        let value: Value?
        do {
            value = try source.value()
        } catch {
            throw HTTPProblem(500, "\(error)")
        }
        guard let value else { throw HTTPProblem(404, "The data folder has no file for this set.") }
        return value
    }
}
