import Foundation
import Outbox

/// A process of its own for tests that need several: `StorageProbe <command> <folder> <count>`.
///
/// It says `ready`, waits for a line, acts, says what came of it, and waits for the end of its input.
@main struct Probe {
    static let counter = DatabaseSchema(
        name: "counter",
        migrations: ["CREATE TABLE counter(value INTEGER NOT NULL); INSERT INTO counter VALUES (0);"]
    )

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else { exit(64) }
        let folder = URL(filePath: arguments[2])
        say("ready")
        _ = readLine()
        switch arguments[1] {
        case "increment": try await increment(folder, count)
        case "append": try await append(folder, count)
        case "claim": try await claim(folder, count)
        case "deny": try await deny(folder)
        default: exit(64)
        }
        while readLine() != nil {}
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Adds one, so many times, each in a transaction of its own.
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

    /// Appends requests, one a transaction, and says the id of each once it is committed.
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
