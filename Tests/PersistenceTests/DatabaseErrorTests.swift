import Persistence
import Testing

@Suite struct DatabaseErrorTests {
    @Test(
        "An error says what happened, to what, and what to do",
        arguments: [
            (
                DatabaseError.cannotOpen(path: "/x", reason: "Is a directory"),
                "Database: cannot open '/x' (Is a directory). Check that its folder exists and is writable."
            ),
            (
                .newerSchema(name: "outbox", found: 3, supported: 2),
                "Database: 'outbox' has version 3, this app knows 2. Update the app, or remove the file."
            ),
            (.full, "Database: no space left. Free disk space; what waits in memory is kept until then."),
            (.readOnly, "Database: the file is read-only. Make the file and its folder writable."),
            (.busy, "Database: locked by another process. It is tried again."),
            (.corrupt, "Database: the file is damaged. It is set aside and a new one begins."),
            (.failed(code: 1, message: "no such table: t"), "Database: SQLite error 1: no such table: t."),
        ]
    )
    func texts(error: DatabaseError, text: String) { #expect("\(error)" == text) }
}
