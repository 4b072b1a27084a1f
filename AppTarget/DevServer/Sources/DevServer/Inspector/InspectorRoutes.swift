import Foundation
import Primitives

/// The routes of the inspector's page and of its interface for scripts.
struct InspectorRoutes: Sendable {
    let inspector: Inspector
    let script: FaultScript
    let clock: any Clock<Duration>

    var all: [Route] {
        PageFile.routes + [
            Route(path: .exactly("/api/records"), methods: ["GET"], answer: records),
            Route(path: .exactly("/api/records"), methods: ["DELETE"]) { _ in
                inspector.removeAll()
                return .response(HTTPResponse(status: 204))
            },
            Route(path: .below("/api/records/"), methods: ["GET"], answer: record),
            Route(path: .exactly("/api/wait"), methods: ["GET"], answer: wait),
            Route(path: .exactly("/api/inspector/stream"), methods: ["GET"]) { request in
                let position = (request.header("last-event-id") ?? request.queryValue("after"))
                    .flatMap(InspectorFeed.Position.init)
                return .paced(InspectorFeed(inspector: inspector, script: script, position: position))
            },
            Route(path: .exactly("/api/inspector/apps"), methods: ["GET"]) { _ in
                .response(.json(text: inspector.apps))
            },
            Route(path: .exactly("/api/inspector/reports"), methods: ["POST"]) { request throws(HTTPProblem) in
                try inspector.add(report: request.body)
                return .response(HTTPResponse(status: 204))
            },
            Route(path: .exactly("/api/inspector/definitions"), methods: ["GET"]) { _ in
                .response(.json(text: inspector.definitions?.json ?? "[]"))
            },
            Route(path: .below("/api/inspector/definitions/"), methods: ["GET"], answer: definition),
        ]
    }

    // MARK: Records

    private func records(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let filter = try RecordFilter(request)
        let limit = try request.number("limit", in: 1...100_000) ?? 1000
        let records = inspector.records.records(after: filter.after, limit: limit, where: filter.includes)
        return .response(.records(records, of: inspector))
    }

    /// A record, its predecessor of the same name, and how often the name arrived on this day.
    private func record(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let text = String(request.path.dropFirst("/api/records/".count))
        guard let record = Int64(text).flatMap(inspector.records.record) else {
            throw HTTPProblem(404, "There is no record '\(text)'. It may have been removed.")
        }
        let isSame = { (other: InspectorRecord) in other.kind == record.kind && other.name == record.name }
        let previous = inspector.records.last(before: record.id, where: isSame)
        let day = Int(record.time.timeIntervalSince1970 / 86_400)
        let today = inspector.records.records { isSame($0) && Int($0.time.timeIntervalSince1970 / 86_400) == day }
        return .response(
            .json(text: #"{"record":\#(record.line),"previous":\#(previous?.line ?? "null"),"today":\#(today.count)}"#))
    }

    private func definition(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let name = request.path.dropFirst("/api/inspector/definitions/".count).removingPercentEncoding ?? ""
        if let json = inspector.definitions?.json(of: name) { return .response(.json(text: json)) }
        guard let definitions = inspector.definitions, let query = request.queryValue("draft") else {
            throw HTTPProblem(404, "There is no definition of '\(name)'.")
        }
        let parts = NameParts(name, definition: nil)
        let draft = definitions.draft(of: parts, suffixes: parts.suffixes, parameters: .init(query: query))
        return .response(.json(["draft": draft]))
    }

    // MARK: Waiting

    /// Answers when enough records exist, or with 408 and the records that came instead.
    private func wait(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let filter = try RecordFilter(request)
        let count = try request.number("count", in: 1...100_000) ?? 1
        let seconds = try request.number("timeout", in: 0...600) ?? 10
        return .later { [inspector, clock] in
            let found = await valueOrNil(within: .seconds(seconds), clock: clock) {
                await enough(inspector, filter, count)
            }
            if let found { return .records(found, of: inspector) }
            let instead = inspector.records.records(after: filter.after) { $0.kind != .telemetry }
            var response = HTTPResponse.records(
                instead, of: inspector, error: "\(count) did not arrive in \(seconds) s.")
            response.status = 408
            return response
        }
    }

    private func enough(_ inspector: Inspector, _ filter: RecordFilter, _ count: Int) async -> [InspectorRecord] {
        var changes = inspector.changes().makeAsyncIterator()
        while true {
            let found = inspector.records.records(after: filter.after, where: filter.includes)
            if found.count >= count { return found }
            guard await changes.next() != nil else { return found }
        }
    }
}

/// A condition on records, from the items of a query.
struct RecordFilter: Sendable {
    let after: Int64
    private let names: [String]
    private let verdicts: Set<String>
    private let kinds: Set<String>

    private static let verdictNames: Set = ["passed", "failed", "undocumented", "oldVersion"]

    init(_ request: HTTPRequest) throws(HTTPProblem) {
        after = Int64(try request.number("after", in: 0...Int.max) ?? 0)
        func words(_ item: String) -> [String] {
            (request.queryValue(item) ?? "").split(separator: ",").map(String.init)
        }
        names = words("name")
        verdicts = Set(words("verdict"))
        kinds = Set(words("kind"))
        try Self.check("verdict", verdicts, Self.verdictNames)
        try Self.check("kind", kinds, Set(InspectorRecord.Kind.allCases.map(\.rawValue)))
    }

    private static func check(_ item: String, _ words: Set<String>, _ known: Set<String>) throws(HTTPProblem) {
        guard let unknown = words.subtracting(known).sorted().first else { return }
        throw HTTPProblem(400, "\(item) is '\(unknown)'. Use \(known.sorted().joined(separator: ", ")).")
    }

    func includes(_ record: InspectorRecord) -> Bool {
        (names.isEmpty || names.contains { Self.matches(record, $0) })
            && (verdicts.isEmpty || record.verdict.map(verdicts.contains) ?? false)
            && (kinds.isEmpty || kinds.contains(record.kind.rawValue))
    }

    /// A name is the sent name, the name of the definition, or a prefix that ends with an asterisk.
    private static func matches(_ record: InspectorRecord, _ name: String) -> Bool {
        name.hasSuffix("*")
            ? record.name.hasPrefix(name.dropLast()) : record.name == name || record.definition == name
    }
}

extension HTTPRequest {
    /// Returns a query item as a number, or `nil` if it is missing.
    fileprivate func number(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = queryValue(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "more" : "\(range.upperBound)"
            throw HTTPProblem(400, "\(name) is '\(text)'. Use a number from \(range.lowerBound) to \(end).")
        }
        return number
    }
}

extension HTTPResponse {
    fileprivate static func records(
        _ records: [InspectorRecord], of inspector: Inspector, error: String? = nil
    ) -> HTTPResponse {
        let problem = error.map { #""error":"\#($0)","# } ?? ""
        let lines = records.map(\.line).joined(separator: ",")
        let last = max(records.last?.id ?? 0, inspector.records.lastID)
        return .json(text: #"{\#(problem)"last":\#(last),"records":[\#(lines)]}"#)
    }
}
