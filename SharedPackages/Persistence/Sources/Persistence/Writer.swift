import Dispatch
import Primitives

/// The one writer of a database: commits queued work in groups.
final class Writer: @unchecked Sendable {  // `connection`, `backlog` and `opened` are touched on `queue` alone.
    struct Job: Sendable {
        let work: Database.Work
        let then: (@Sendable (Result<Void, any Error>) -> Void)?
    }

    private struct Pending {
        var jobs: [Job] = []
        var schemas: [DatabaseSchema]
        var isRunQueued = false
        var identity: StoreFile.Identity?
        var failure: DatabaseError?
    }

    /// The identities of the files when they were opened.
    private struct Opened {
        var file: StoreFile.Identity?
        var companions: [StoreFile.Identity?] = []
    }

    private let file: StoreFile?
    private let configuration: Database.Configuration
    private let queue = DispatchQueue(label: "database.writer", qos: .utility)
    private let pending: Locked<Pending>
    private var connection: Connection?
    private var opened = Opened()
    private var backlog: ArraySlice<Job> = []  // Taken from `pending`, in order, and not yet in a group.

    init(file: StoreFile?, schemas: [DatabaseSchema], configuration: Database.Configuration) {
        self.file = file
        pending = Locked(Pending(schemas: schemas))
        self.configuration = configuration
    }

    var failure: DatabaseError? { pending.withLock { $0.failure } }

    /// Whether the open file still has its name.
    var isCurrent: Bool {
        guard let opened = pending.withLock({ $0.identity }) else { return false }
        return file?.identity == opened
    }

    func enqueue(_ job: Job) {
        let shouldRun = pending.withLock { pending in
            pending.jobs.append(job)
            defer { pending.isRunQueued = true }
            return !pending.isRunQueued
        }
        if shouldRun { queue.async { self.run() } }
    }

    func register(_ schema: DatabaseSchema) {
        pending.withLock { pending in
            if !pending.schemas.contains(where: { $0.name == schema.name }) { pending.schemas.append(schema) }
        }
    }

    func scrub() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.scrubNow() }) }
        }
    }

    private func scrubNow() throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            return try eraseDeletedRows()
        } catch .busy {
            return false
        } catch .corrupt {
            recover()  // What cannot be cleaned goes as a whole.
            return try eraseDeletedRows()
        }
    }

    private func eraseDeletedRows() throws(DatabaseError) -> Bool {
        let connection = try openConnection()
        file?.removeSetAside()
        try connection.run("VACUUM")
        guard file != nil else { return true }
        var isBusy = true
        try connection.query("PRAGMA wal_checkpoint(TRUNCATE)", []) { row in
            isBusy = row.int(0) != 0
            return false
        }
        return !isBusy
    }

    // MARK: - Groups

    private func run() {
        let arrived = pending.withLock { pending in
            pending.isRunQueued = false
            let jobs = pending.jobs
            pending.jobs.removeAll(keepingCapacity: jobs.count <= Database.groupLimit)
            return jobs
        }
        if backlog.isEmpty { backlog = arrived[...] } else { backlog += arrived }
        guard !backlog.isEmpty else { return }
        let results: [Result<Void, any Error>]
        do throws(DatabaseError) {
            results = try commit(backlog, on: try openConnection())
            note(failure: nil)
        } catch {
            results = backlog.map { _ in .failure(error) }
            if error == .corrupt { recover() }
            note(failure: error)
        }
        let done = backlog.prefix(results.count)
        // A slice without elements would keep the whole array, and everything that its jobs hold.
        backlog = results.count == backlog.count ? [] : backlog.dropFirst(results.count)
        if !backlog.isEmpty { queue.async { self.run() } }
        for (job, result) in zip(done, results) { job.then?(result) }
    }

    private func note(failure: DatabaseError?) {
        let identity = connection == nil ? nil : opened.file
        pending.withLock { pending in
            pending.failure = failure
            pending.identity = identity
        }
    }

    /// Commits a group and returns the results of its jobs: all, or as many as fit.
    private func commit(
        _ jobs: ArraySlice<Job>,
        on connection: Connection
    ) throws(DatabaseError) -> [Result<Void, any Error>] {
        var results: [Result<Void, any Error>] = []
        let changesBefore = connection.totalChanges
        do throws(DatabaseError) {
            try configuration.fault(.begin)
            try connection.begin(writing: true)
            for job in jobs {
                results.append(try attempt(job, on: connection))
                if connection.totalChanges - changesBefore >= Database.groupLimit { break }
            }
            try configuration.fault(.commit)
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
        return results
    }

    /// Does one job inside the group. An error of the job is its result. An error of the storage ends the group.
    private func attempt(_ job: Job, on connection: Connection) throws(DatabaseError) -> Result<Void, any Error> {
        let result = Result {
            let transaction = Transaction(connection)
            try transaction.isolated(job.work)
        }
        if let breakage = connection.breakage { throw breakage }
        return result
    }

    // MARK: - Opening

    private func openConnection() throws(DatabaseError) -> Connection {
        let schemas = pending.withLock { $0.schemas }
        if let connection, file == nil || file?.identity == opened.file {
            if connection.schemas.count < schemas.count { try connection.migrate(schemas) }
            return connection
        }
        if connection != nil {
            connection = nil  // Deleted or replaced while open: what is written here would be lost.
            configuration.onRecovery(nil)
        }
        try configuration.fault(.open)
        do throws(DatabaseError) {
            return try openFile(schemas)
        } catch .corrupt {
            recover()
            return try openFile(schemas)
        }
    }

    private func openFile(_ schemas: [DatabaseSchema]) throws(DatabaseError) -> Connection {
        let isReplaced = opened.file != nil && file?.identity != opened.file
        try file?.prepare(removing: isReplaced ? opened.companions : [])
        opened = Opened(file: file?.identity)  // Before opening: a file replaced in between is noticed later.
        let made = try Connection(path: file?.path ?? ":memory:", busyTimeout: configuration.busyTimeout)
        try made.prepareForWriting(survivingPowerLoss: configuration.durability == .powerLoss)
        try made.migrate(schemas)
        // Only of the file that is known: those of one that took its place meanwhile are in use.
        let companions = file?.companionIdentities ?? []
        opened.companions = file?.identity == opened.file ? companions : []
        connection = made
        return made
    }

    /// Sets the file aside if a reader reported damage and the file is damaged.
    func recoverIfDamaged() async {
        await withCheckedContinuation { continuation in
            queue.async {
                if let connection = try? self.openConnection(), !connection.isIntact { self.recover() }
                self.note(failure: self.failure)
                continuation.resume()
            }
        }
    }

    /// Sets the damaged file aside, unless another process did so already.
    private func recover() {
        connection = nil
        guard let aside = file?.setAside(opened.file, at: configuration.now()) else { return }
        configuration.onRecovery(aside)
    }
}
