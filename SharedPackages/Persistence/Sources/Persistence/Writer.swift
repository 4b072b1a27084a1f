import Dispatch

/// The one writer of a database: gathers work and commits it in groups.
final class Writer: @unchecked Sendable {  // `connection` and `identity` are touched on `queue` alone.
    struct Job: Sendable {
        let work: Database.Work
        let then: (@Sendable (Result<Void, any Error>) -> Void)?
    }

    private struct Pending {
        var jobs: [Job] = []
        var isGathering = false
        var isRunQueued = false
        var isOpen = false
        var failure: DatabaseError?
    }

    /// A group ends when it has changed this many rows, so that no commit grows without bound.
    static let groupLimit = 2048

    private let file: StoreFile?
    private let schemas: [Schema]
    private let configuration: Database.Configuration
    private let queue = DispatchQueue(label: "database.writer", qos: .utility)
    private let pending = Locked(Pending())
    private var connection: Connection?
    private var identity: StoreFile.Identity?

    init(file: StoreFile?, schemas: [Schema], configuration: Database.Configuration) {
        self.file = file
        self.schemas = schemas
        self.configuration = configuration
    }

    var failure: DatabaseError? { pending.withLock { $0.failure } }
    var isOpen: Bool { pending.withLock { $0.isOpen } }

    func enqueue(_ job: Job, hurry: Bool) {
        enum Wake { case none, later, now }
        let wake: Wake = pending.withLock { pending in
            pending.jobs.append(job)
            if pending.isRunQueued { return .none }
            if hurry {
                pending.isRunQueued = true
                return .now
            }
            if pending.isGathering { return .none }
            pending.isGathering = true
            return .later
        }
        switch wake {
        case .none: break
        case .now: queue.async { self.run() }
        case .later: queue.asyncAfter(deadline: .now() + configuration.gatherTime.seconds) { self.run() }
        }
    }

    func hurry() {
        let shouldRun = pending.withLock { pending in
            guard !pending.isRunQueued, !pending.jobs.isEmpty else { return false }
            pending.isRunQueued = true
            return true
        }
        if shouldRun { queue.async { self.run() } }
    }

    func scrub() async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.scrubNow() }) }
        }
    }

    private func scrubNow() throws(DatabaseError) -> Bool {
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
        let jobs = pending.withLock { pending in
            pending.isRunQueued = false
            pending.isGathering = false
            let jobs = pending.jobs
            pending.jobs.removeAll(keepingCapacity: jobs.count <= Self.groupLimit)
            return jobs
        }
        guard !jobs.isEmpty else { return }
        let results: [Result<Void, any Error>]
        do {
            results = try commit(jobs, on: try openConnection())
            note(failure: nil)
        } catch {
            note(failure: error)
            results = jobs.map { _ in .failure(error) }
            if error == .corrupt { recover() }
        }
        if results.count < jobs.count { putBack(jobs[results.count...]) }
        for (job, result) in zip(jobs, results) { job.then?(result) }
    }

    private func putBack(_ jobs: ArraySlice<Job>) {
        pending.withLock { $0.jobs.insert(contentsOf: jobs, at: 0) }
        hurry()
    }

    private func note(failure: DatabaseError?) {
        let isOpen = connection != nil
        pending.withLock { pending in
            pending.failure = failure
            pending.isOpen = isOpen
        }
    }

    /// Commits a group and returns the results of the jobs that were in it: all, or as many as fit.
    private func commit(_ jobs: [Job], on connection: Connection) throws(DatabaseError) -> [Result<Void, any Error>] {
        var results: [Result<Void, any Error>] = []
        let changesBefore = connection.totalChanges
        do {
            try configuration.fault(.begin)
            try connection.run("BEGIN IMMEDIATE")
            for job in jobs {
                results.append(try attempt(job, on: connection))
                if connection.totalChanges - changesBefore >= Self.groupLimit { break }
            }
            try configuration.fault(.commit)
            try connection.run("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            throw error
        }
        return results
    }

    /// Does one job inside the group; what it threw itself is its result, what the storage threw ends the group.
    private func attempt(_ job: Job, on connection: Connection) throws(DatabaseError) -> Result<Void, any Error> {
        try connection.run("SAVEPOINT job")
        defer { connection.scratches.removeAll(keepingCapacity: true) }
        let result: Result<Void, any Error>
        do {
            let transaction = Transaction(connection)
            try job.work(transaction)
            for scratch in connection.scratches.values { try scratch.finish(transaction) }
            result = .success(())
        } catch let error as DatabaseError where error.isOfStorage {
            throw error
        } catch {
            result = .failure(error)
            try connection.run("ROLLBACK TO job")
        }
        try connection.run("RELEASE job")
        return result
    }

    // MARK: - Opening

    private func openConnection() throws(DatabaseError) -> Connection {
        if let connection {
            guard let file, file.identity != identity else { return connection }
            self.connection = nil  // Deleted or replaced while open: what is written here would be lost.
            configuration.onRecovery(nil)
        }
        try configuration.fault(.open)
        do {
            return try openFile()
        } catch .corrupt {
            recover()
            return try openFile()
        }
    }

    private func openFile() throws(DatabaseError) -> Connection {
        try file?.prepare()
        identity = file?.identity
        let opened = try Connection(
            path: file?.path ?? ":memory:",
            busyTimeout: configuration.busyTimeout,
            schemas: schemas
        )
        try opened.prepareForWriting(configuration.durability)
        try opened.migrate()
        connection = opened
        return opened
    }

    /// Sets the damaged file aside, unless another process did so already.
    private func recover() {
        connection = nil
        guard let file, file.identity == identity else { return }
        configuration.onRecovery(file.setAside(at: configuration.now()))
    }
}

extension DatabaseError {
    /// Whether it concerns the file as a whole, so that other work would fail as well.
    var isOfStorage: Bool {
        switch self {
        case .full, .readOnly, .busy, .corrupt, .cannotOpen: true
        case .newerSchema, .failed: false
        }
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
