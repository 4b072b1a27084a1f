import Foundation
import Outbox

/// Works on a database or an outbox: waits for a line, acts, prints the result, and waits for the end of its input.
enum StorageProbe {
    private static let counter = DatabaseSchema(
        name: "counter",
        migrations: ["CREATE TABLE counter(value INTEGER NOT NULL); INSERT INTO counter VALUES (0);"]
    )

    static func run(_ arguments: [String]) async throws {
        guard arguments.count == 3, let count = Int(arguments[2]) else { misused() }
        let folder = URL(filePath: arguments[1])
        say("ready")
        _ = readLine()
        switch arguments[0] {
        case "increment": try await increment(folder, count)
        case "append": try await append(folder, count)
        case "claim": try await claim(folder, count)
        case "deny": try await deny(folder)
        default: misused()
        }
        while readLine() != nil {}
    }

    /// Adds one to a counter, `count` times, each time in its own transaction.
    private static func increment(_ folder: URL, _ count: Int) async throws {
        let database = Database(
            .folder(folder),
            schemas: [counter],
            configuration: Database.Configuration(busyTimeout: .seconds(60))
        )
        for _ in 0..<count {
            try await database.perform { try $0.execute("UPDATE counter SET value = value + 1") }
        }
        say("done")
    }

    private static func outbox(in folder: URL) -> Database {
        Database(
            .folder(folder),
            schemas: [.outbox],
            configuration: Database.Configuration(busyTimeout: .seconds(60))
        )
    }

    /// Appends requests, each in its own transaction, and prints the id of each one after its commit.
    private static func append(_ folder: URL, _ count: Int) async throws {
        let database = outbox(in: folder)
        for number in 0..<count {
            let id = try await database.perform { transaction in
                try OutboxStore().append(
                    OutboundRequest(kind: .pixel, name: "probe", target: "/t/probe?n=\(number)"),
                    at: Date(),
                    in: transaction
                )
            }
            say("\(id)")
        }
        say("done")
    }

    /// Claims requests and keeps the lease.
    private static func claim(_ folder: URL, _ count: Int) async throws {
        let claim = try await outbox(in: folder).perform { transaction in
            try OutboxStore().claim(count, for: Lease(), at: Date(), ignoringPause: false, in: transaction)
        }
        switch claim {
        case .requests(let requests, _): say("claimed \(requests.map(\.id).sorted())")
        case .leased: say("leased")
        case .nothing: say("nothing")
        case .withheld: say("withheld")
        }
    }

    private static func deny(_ folder: URL) async throws {
        let database = outbox(in: folder)
        let purged = try await database.perform { try OutboxStore().setConsent(.denied, in: $0) }
        say("purged \(purged)")
    }
}
