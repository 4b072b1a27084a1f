import Foundation
import Persistence
import TestSupport

extension DatabaseSchema {
    /// A table of texts.
    static let notes = DatabaseSchema(
        name: "notes",
        migrations: ["CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)"],
        purge: "DELETE FROM notes"
    )
}

extension Database {
    /// A database of notes in a folder.
    convenience init(notesIn folder: TemporaryFolder, configuration: Configuration = Configuration()) {
        self.init(.folder(folder.url), schemas: [.notes], configuration: configuration)
    }

    func add(_ texts: String...) async throws {
        try await perform { transaction in
            for text in texts { try transaction.execute("INSERT INTO notes(text) VALUES (?)", .text(text)) }
        }
    }

    /// The texts in order of insertion, as a reader sees them.
    func notes() async throws -> [String] {
        try await read { try $0.rows("SELECT text FROM notes ORDER BY id") { $0.text(0) } }
    }

    /// Queues a job and returns its result.
    func result(of work: @escaping Work) async -> Result<Void, any Error> {
        await withCheckedContinuation { continuation in
            enqueue(work) { continuation.resume(returning: $0) }
        }
    }
}

extension Database.Configuration {
    /// With steps that fail or wait.
    init(
        busyTimeout: Duration = .milliseconds(500),
        onRecovery: @escaping @Sendable (String?) -> Void = { _ in },
        fault: @escaping @Sendable (Database.Step) throws(DatabaseError) -> Void
    ) {
        self.init(
            busyTimeout: busyTimeout,
            now: { Date(timeIntervalSince1970: 1_800_000_000) },
            onRecovery: onRecovery
        )
        self.fault = fault
    }
}
