import Primitives

/// A SQLite file with one serial writer and independent readers.
///
/// Work can be queued from any thread. It is committed at once: work that arrives during a commit joins the next one.
/// Creating a database does no I/O. The first work opens the file. After a failure, which is reported as a
/// ``DatabaseError``, the next work tries again. Several processes can share one file.
public final class Database: Sendable {
    /// Work inside a transaction. If it throws, only its own changes are undone.
    public typealias Work = @Sendable (borrowing Transaction) throws -> Void

    /// A commit ends with the work that reaches this number of changed rows.
    package static let groupLimit = 2048

    private let writer: Writer
    private let reader: Reader?

    /// Creates a database without opening it.
    ///
    /// - Parameters:
    ///   - location: A folder of its own, or memory.
    ///   - schemas: The tables of the modules that share the file. They are migrated when the file is opened.
    ///   - configuration: Durability and timeouts.
    public init(_ location: Location, schemas: [DatabaseSchema], configuration: Configuration = Configuration()) {
        writer = Writer(file: location.file, schemas: schemas, configuration: configuration)
        reader = location.file.map { Reader(file: $0, busyTimeout: configuration.busyTimeout) }
    }

    /// Why the last attempt to open or write the file failed. `nil` after a success and before the first attempt.
    public var failure: DatabaseError? { writer.failure }

    /// Queues work and returns at once. Can be called from any thread, also inside a completion.
    ///
    /// - Parameters:
    ///   - work: Called once on the writer's queue, in the order of the calls. It must not wait for this database.
    ///   - then: Called once on the writer's queue after the commit, or with the error of `work` or of the storage.
    public func enqueue(_ work: @escaping Work, then: (@Sendable (Result<Void, any Error>) -> Void)? = nil) {
        writer.enqueue(Writer.Job(work: work, then: then))
    }

    /// Adds the tables of another module. The next work migrates them first.
    package func register(_ schema: DatabaseSchema) { writer.register(schema) }

    /// Runs `work` in a transaction, commits and returns the result.
    ///
    /// Cancelling the caller's task does not abandon the work.
    ///
    /// - Throws: The error of `work`, or a ``DatabaseError``. Nothing is written then.
    @discardableResult
    public func perform<T: Sendable>(
        _ work: @escaping @Sendable (borrowing Transaction) throws -> T
    ) async throws -> T {
        let box = Locked<T?>(nil)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            enqueue(
                { transaction in
                    let value = try work(transaction)
                    box.withLock { $0 = value }
                },
                then: { continuation.resume(with: $0) }
            )
        }
        return box.withLock { $0 }!  // The work succeeded, so it left its value.
    }

    /// Reads a snapshot on the reader's queue, in parallel to the writer. Writing there fails.
    ///
    /// Keep `work` short: an old snapshot keeps the write-ahead log from being truncated.
    ///
    /// - Throws: The error of `work`, or a ``DatabaseError``.
    public func read<T: Sendable>(
        _ work: @escaping @Sendable (borrowing Transaction) throws -> T
    ) async throws -> T {
        guard let reader else { return try await perform(work) }  // Memory has one connection.
        if !writer.isCurrent { try await perform { _ in } }
        do {
            return try await reader.read(work)
        } catch DatabaseError.corrupt {
            await writer.recoverIfDamaged()
            throw DatabaseError.corrupt
        }
    }

    /// Rewrites the file without deleted rows, empties the write-ahead log and removes damaged files that were set aside.
    ///
    /// - Returns: False when a reader or another process still holds the log. Call again later.
    public func scrub() async throws -> Bool { try await writer.scrub() }
}

extension Database.Location {
    var file: StoreFile? {
        switch self {
        case .folder(let folder, let name): StoreFile(folder: folder, name: name)
        case .memory: nil
        }
    }
}
