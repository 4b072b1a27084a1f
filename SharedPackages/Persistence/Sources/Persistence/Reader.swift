import Dispatch

/// The reading side of a database file: a connection of its own, on a queue of its own.
final class Reader: @unchecked Sendable {  // `connection` and `identity` are touched on `queue` alone.
    private let file: StoreFile
    private let busyTimeout: Duration
    private let queue = DispatchQueue(label: "database.reader", qos: .utility)
    private var connection: Connection?
    private var identity: StoreFile.Identity?

    init(file: StoreFile, busyTimeout: Duration) {
        self.file = file
        self.busyTimeout = busyTimeout
    }

    func read<T: Sendable>(_ work: @escaping @Sendable (borrowing Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.readNow(work) }) }
        }
    }

    private func readNow<T>(_ work: (borrowing Transaction) throws -> T) throws -> T {
        let connection = try openConnection()
        try connection.begin(writing: false)
        defer {
            if connection.breakage != nil { self.connection = nil }
            connection.rollBack()
        }
        return try work(Transaction(connection))
    }

    private func openConnection() throws(DatabaseError) -> Connection {
        let current = file.identity  // Before opening: a file replaced in between is noticed by the next read.
        if let connection, current == identity { return connection }
        connection = nil
        let opened = try Connection(path: file.path, mayCreate: false, busyTimeout: busyTimeout)
        try opened.run("PRAGMA query_only = ON")
        connection = opened
        identity = current
        return opened
    }
}
