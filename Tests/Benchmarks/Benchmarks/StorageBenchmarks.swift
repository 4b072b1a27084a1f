import CSQLite
import Foundation
import Outbox

/// What storing costs: against plain inserts of the same bytes, and against the number of rows that wait.
struct StorageBenchmarks {
    /// Durable rows a second.
    func rows() async throws { try await run(durableRows) }
    /// Whether the number of rows waiting makes storing and sending dearer.
    func backlog() async throws { try await run { try await flatness(in: $0, largestBacklog: 1_000_000) } }
    /// Whether it makes opening dearer.
    func opened() async throws { try await run(opening) }

    private func run(_ figures: (URL) async throws -> [Figure]) async throws {
        let folder = temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for figure in try await figures(folder) { figure.printLine() }
    }
}

extension Figure {
    fileprivate static func atLeast(_ goal: Double, _ name: String, _ value: Double) -> Figure {
        Figure(name: name, value: value, unit: "x", goal: goal, isMinimum: true)
    }

    fileprivate static func atMost(_ goal: Double, _ name: String, _ value: Double) -> Figure {
        Figure(name: name, value: value, unit: "x", goal: goal)
    }
}

private let groupSize = 2048
private let outbox = OutboxStore(limits: OutboxLimits(rows: .max / 2, bytes: .max / 2))
private let start = Date(timeIntervalSince1970: 1_800_000_000)

private func request(_ number: Int) -> OutboundRequest {
    OutboundRequest(
        kind: .pixel,
        name: "m_name_\(number % 16)",
        target: "/t/m_name_\(number % 16)?reason=quota&version=1.2.3&channel=beta&count=\(number)&origin=settings"
    )
}

private func database(in folder: URL, _ durability: Database.Durability = .powerLoss) -> Database {
    Database(
        .folder(folder),
        schemas: [.outbox],
        configuration: Database.Configuration(durability: durability)
    )
}

private func append(_ requests: [OutboundRequest], to database: Database) async throws {
    try await database.perform { transaction in
        for request in requests { try outbox.append(request, at: start, in: transaction) }
    }
}

private func seconds(_ work: () async throws -> Void) async rethrows -> Double {
    seconds(try await ContinuousClock().measure { try await work() })
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

// MARK: - Durable rows a second

private func durableRows(in folder: URL) async throws -> [Figure] {
    let database = database(in: folder)
    try await database.perform { try outbox.setConsent(.granted, in: $0) }
    let table = try PlainTable(in: folder)
    let groups = (0..<40).map { group in (0..<groupSize).map { request(group * groupSize + $0) } }
    var raw: [Double] = []
    var together: [Double] = []
    var singly: [Double] = []
    for requests in groups {
        raw.append(await seconds { table.insert(requests) })
        together.append(try await seconds { try await append(requests, to: database) })
        singly.append(await seconds { await appendSingly(requests, to: database) })
    }
    return [
        .atLeast(0.5, "durable rows, one job a group, against plain inserts", median(raw) / median(together)),
        Figure(
            name: "durable rows, one job a row, against plain inserts", value: median(raw) / median(singly), unit: "x"),
    ]
}

private func appendSingly(_ requests: [OutboundRequest], to database: Database) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        for (index, request) in requests.enumerated() {
            database.enqueue(
                { try outbox.append(request, at: start, in: $0) },
                then: { _ in if index == requests.count - 1 { continuation.resume() } }
            )
        }
    }
}

private final class PlainTable {
    private var handle: OpaquePointer?
    private var insertion: OpaquePointer?

    init(in folder: URL) throws {
        guard sqlite3_open(folder.appending(path: "plain.sqlite").path(percentEncoded: false), &handle) == SQLITE_OK
        else { throw CocoaError(.fileWriteUnknown) }
        sqlite3_exec(handle, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", nil, nil, nil)
        sqlite3_exec(handle, "CREATE TABLE plain(id INTEGER PRIMARY KEY, name TEXT, target TEXT)", nil, nil, nil)
        sqlite3_prepare_v2(handle, "INSERT INTO plain(name, target) VALUES (?, ?)", -1, &insertion, nil)
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_close(handle)
    }

    func insert(_ requests: [OutboundRequest]) {
        sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
        for request in requests {
            csqlite_bind_text(insertion, 1, request.name, UInt64(request.name.utf8.count))
            csqlite_bind_text(insertion, 2, request.target, UInt64(request.target.utf8.count))
            sqlite3_step(insertion)
            sqlite3_reset(insertion)
        }
        sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    }
}

// MARK: - Cost against the number of rows waiting

private func flatness(in folder: URL, largestBacklog: Int) async throws -> [Figure] {
    let backlogs = [0, 10_000, 100_000, 1_000_000].filter { $0 <= largestBacklog }
    var databases: [Database] = []
    for backlog in backlogs {
        let database = database(in: folder.appending(path: "\(backlog)"), .process)
        try await database.perform { try outbox.setConsent(.granted, in: $0) }
        for first in stride(from: 0, to: backlog, by: groupSize) {
            try await append((first..<min(backlog, first + groupSize)).map(request), to: database)
        }
        databases.append(database)
    }
    let lease = Lease()
    var enqueuing = Array(repeating: [Double](), count: backlogs.count)
    var draining = enqueuing
    for _ in 0..<60 {
        for (index, database) in databases.enumerated() {
            let requests = (0..<256).map(request)
            enqueuing[index].append(try await seconds { try await append(requests, to: database) })
            draining[index].append(
                try await seconds { for _ in 0..<4 { try await drain(64, of: database, lease) } }
            )
        }
    }
    return backlogs.indices.dropFirst().flatMap { index in
        [
            Figure.atMost(
                1.5,
                "enqueue with \(backlogs[index]) rows waiting, against none",
                median(enqueuing[index]) / median(enqueuing[0])
            ),
            Figure.atMost(
                1.5,
                "claim and settle with \(backlogs[index]) rows waiting, against none",
                median(draining[index]) / median(draining[0])
            ),
        ]
    }
}

private func drain(_ count: Int, of database: Database, _ lease: Lease) async throws {
    let claim = try await database.perform {
        try outbox.claim(count, for: lease, at: start, ignoringPause: false, in: $0)
    }
    guard case .requests(let requests, let store) = claim else { return }
    try await database.perform {
        try outbox.settle(requests.map { ($0.id, .delivered) }, store: store, in: $0)
    }
}

// MARK: - Opening

private func opening(in folder: URL) async throws -> [Figure] {
    var times: [[Double]] = [[], []]
    let folders = ["empty", "full"].map { folder.appending(path: $0) }
    for (index, folder) in folders.enumerated() {
        let database = database(in: folder, .process)
        for first in stride(from: 0, to: index * 100_000, by: groupSize) {
            try await append((first..<first + groupSize).map(request), to: database)
        }
        try await database.perform { _ in }
    }
    for _ in 0..<21 {
        for (index, folder) in folders.enumerated() {
            times[index].append(
                try await seconds {
                    try await database(in: folder, .process).perform { _ = try outbox.consent(in: $0) }
                }
            )
        }
    }
    return [.atMost(20, "opening with 100,000 rows waiting, against none", median(times[1]) / median(times[0]))]
}
