/// The reason why the database failed.
public enum DatabaseError: Error, Equatable, Sendable {
    /// The file or its folder cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    /// The file was written by a newer version of the app.
    case newerSchema(name: String, found: Int, supported: Int)
    /// Neither the disk nor the file's own limit has room left.
    case full
    /// The file or its folder cannot be written.
    case readOnly
    /// Another process or connection held the lock for longer than the busy timeout.
    case busy
    /// The file is not an intact SQLite database.
    case corrupt
    /// SQLite refused a statement.
    case failed(code: Int, message: String)
}

extension DatabaseError: CustomStringConvertible {
    /// The failure, its subject and the remedy. It has no stored value.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "Database: cannot open '\(path)' (\(reason)). Check that its folder exists and is writable."
        case .newerSchema(let name, let found, let supported):
            "Database: '\(name)' has version \(found), this app knows \(supported). Update the app, or remove the file."
        case .full: "Database: no space left. Free disk space; what waits in memory is kept until then."
        case .readOnly: "Database: the file is read-only. Make the file and its folder writable."
        case .busy: "Database: locked by another process. It is tried again."
        case .corrupt: "Database: the file is damaged. It is set aside and a new one begins."
        case .failed(let code, let message): "Database: SQLite error \(code): \(message)."
        }
    }
}
