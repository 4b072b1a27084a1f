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
        let current = file.identity
        if connection == nil || current != identity {
            connection = try Connection(path: file.path, busyTimeout: busyTimeout)
            identity = current
        }
        guard let connection else { throw DatabaseError.corrupt }
        try connection.run("BEGIN")
        defer { try? connection.run("COMMIT") }
        return try work(Transaction(connection))
    }
}
