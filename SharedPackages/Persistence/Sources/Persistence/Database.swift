import Primitives

/// A SQLite file with one serial writer and independent readers.
///
/// Work is queued from any thread and committed in groups: what arrives while a group commits goes into the next one.
/// Creating a database does no I/O; the file is opened by the first work. Failure is a state: work fails with a
/// ``DatabaseError``, and the next work tries again. Several processes may share one file.
public final class Database: Sendable {
    /// What is done in a transaction. It may throw: then its own changes are undone, and those of the others stand.
    public typealias Work = @Sendable (borrowing Transaction) throws -> Void

    private let writer: Writer
    private let reader: Reader?

    /// Describes a database; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - location: A folder of its own, or memory.
    ///   - schemas: The tables of every module that shares the file, migrated when it is opened.
    ///   - configuration: Durability and waits.
    public init(_ location: Location, schemas: [Schema], configuration: Configuration = Configuration()) {
        writer = Writer(file: location.file, schemas: schemas, configuration: configuration)
        reader = location.file.map { Reader(file: $0, busyTimeout: configuration.busyTimeout) }
    }

    /// Why the last attempt to open or write the file failed; `nil` when it succeeded or none was made yet.
    public var failure: DatabaseError? { writer.failure }

    /// Queues work and returns at once; callable from any thread, inside a completion too.
    ///
    /// - Parameters:
    ///   - work: Called once, on the writer's queue, in the order of the calls. It must not wait for this database.
    ///   - hurry: Whether to commit at once instead of gathering more work first.
    ///   - then: Called once on the writer's queue after the commit, or with what `work` or the storage threw.
    public func enqueue(
        _ work: @escaping Work,
        hurry: Bool = false,
        then: (@Sendable (Result<Void, any Error>) -> Void)? = nil
    ) {
        writer.enqueue(Writer.Job(work: work, then: then), hurry: hurry)
    }

    /// Commits what was queued so far without gathering more.
    public func hurry() { writer.hurry() }

    /// Does `work` in a transaction, commits at once and returns its result.
    ///
    /// It is not abandoned when the caller's task is cancelled.
    ///
    /// - Throws: What `work` threw, or a ``DatabaseError``; nothing is written then.
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
                hurry: true,
                then: { continuation.resume(with: $0) }
            )
        }
        return box.withLock { $0 }!  // The work succeeded, so it left its value.
    }

    /// Reads a snapshot on the reader's queue; a writer neither waits for it nor delays it. Writing there fails.
    ///
    /// Keep it short: an old snapshot keeps the write-ahead log from being truncated.
    ///
    /// - Throws: What `work` threw, or a ``DatabaseError``.
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

    /// Rewrites the file without what was deleted, empties the write-ahead log and removes damaged files set aside.
    ///
    /// - Returns: False when a reader or another process still holds the log: call again later.
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
