import Dispatch

/// Writes the entries of the queue, one group in a transaction, and tries again after failures.
final class GroupWriter: @unchecked Sendable {  // Its `var`s are touched on the database's queue alone.
    /// A drain and its group, from the transaction to the report. It is confined to the database's queue.
    private final class Work: @unchecked Sendable {  // Touched on the database's queue alone.
        var drain: EntryQueue.Drain
        var group: OutboxGroup?
        var parts: [any OutboxPart] = []
        var registrations = 0

        init(_ drain: EntryQueue.Drain) { self.drain = drain }
    }

    private let queue: EntryQueue
    private let database: Database
    private let store: OutboxStore
    private let time: TimeSource
    private let gatherTime: Duration
    private let activity: EventMapping<OutboxActivity>?
    /// Called after a commit, before the entries hear of it.
    private let committed: @Sendable (OutboxGroup) -> Void
    private let clients = Locked<[any OutboxClient]>([])
    /// The number of schemas that clients have registered.
    private let registrations = Locked(0)
    /// The number of registrations for which a denial has been enforced. `nil` before the first commit.
    private var enforcedRegistrations: Int?
    private var failuresInARow = 0
    private var pause: Task<Void, Never>?

    init(
        queue: EntryQueue, database: Database, store: OutboxStore, time: TimeSource, gatherTime: Duration,
        activity: EventMapping<OutboxActivity>?, committed: @escaping @Sendable (OutboxGroup) -> Void
    ) {
        self.queue = queue
        self.database = database
        self.store = store
        self.time = time
        self.gatherTime = gatherTime
        self.activity = activity
        self.committed = committed
    }

    /// The writer is gone, so entries that were never stored are given up.
    deinit {
        pause?.cancel()
        for entry in queue.removeAll() { entry.abandoned() }
    }

    /// Adds a client. Returns the number of its part in every group.
    func add(_ client: any OutboxClient) -> Int {
        clients.withLock { clients in
            clients.append(client)
            return clients.count - 1
        }
    }

    /// Adds the tables of a client. If consent is denied, the next group erases their data.
    func register(_ schema: DatabaseSchema) {
        database.register(schema)
        registrations.withLock { $0 += 1 }
    }

    /// Commits everything before the call. Returns false if storage fails. Then retried entries stay in memory.
    func commitAll() async -> Bool {
        await withCheckedContinuation { continuation in perform(queue.wait(continuation)) }
    }

    /// Performs an action that the queue asked for.
    func perform(_ action: EntryQueue.Action) {
        switch action {
        case .none: break
        case .gather where gatherTime > .zero:
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + gatherTime.seconds) {
                self.perform(self.queue.endGathering())
            }
        case .gather: perform(queue.endGathering())
        case .write:
            let work = Work(queue.beginDrain())
            database.enqueue({ try self.write(work, in: $0) }, then: { self.finish(work, $0) })
        }
    }

    // MARK: - On the database's queue

    private func write(_ work: Work, in transaction: borrowing Transaction) throws {
        let drain = work.drain
        work.registrations = registrations.withLock { $0 }
        if enforcedRegistrations == nil { try store.trimGates(in: transaction) }
        if enforcedRegistrations != work.registrations { try store.enforceDenial(in: transaction) }
        let group = try OutboxGroup(
            store, storing: drain.group.consent, before: drain.laterConsent, at: time.now(),
            keepsRequests: activity != nil, in: transaction)
        work.group = group
        work.parts = clients.withLock { $0 }.map { $0.beginPart(of: group) }
        group.parts = work.parts
        for entry in drain.group.entries { try entry.write(in: group, transaction) }
        for part in work.parts { try part.finish(group, transaction) }
        try group.finish(
            refusing: [(.memoryFull, drain.refusals.memoryFull), (.shutDown, drain.refusals.shutDown)],
            in: transaction)
    }

    private func finish(_ work: Work, _ result: Result<Void, any Error>) {
        switch (result, work.group) {
        case (.success, let group?): succeed(work, group)
        case (.success, nil): break  // Only a transaction that made its group succeeds.
        case (.failure(let error), _): fail(work, DatabaseError(error))
        }
    }

    private func succeed(_ work: Work, _ group: OutboxGroup) {
        failuresInARow = 0
        enforcedRegistrations = work.registrations
        for part in work.parts { part.committed(group) }
        let end = queue.committed(work.drain, consent: group.consent, at: time.milliseconds())
        perform(end.action)
        committed(group)  // Before completions: their receivers may ask how many requests are pending.
        var entries: [any OutboxEntry] = []
        swap(&entries, &work.drain.group.entries)  // The one reference, so that its storage can be used again.
        for entry in entries { entry.committed() }
        queue.reuse(entries)
        for waiter in end.over { waiter.resume(returning: true) }
    }

    private func fail(_ work: Work, _ error: DatabaseError) {
        failuresInARow += 1
        for part in work.parts { part.rolledBack() }
        let end = queue.failed(work.drain)
        activity?.fire(.storageFailed(error))
        for entry in end.failed { entry.failed(error) }
        for waiter in end.over { waiter.resume(returning: false) }
        perform(end.action)
        // A damaged file was just set aside: the new one can be used at once.
        let isRepaired = failuresInARow == 1 && error == .corrupt
        retry(after: isRepaired ? .zero : Backoff.storage.delay(failures: failuresInARow - 1))
    }

    private func retry(after delay: Duration) {
        pause?.cancel()  // An immediate call has ended it before its time.
        pause = Task { [weak self, clock = time.clock] in
            do { try await clock.sleep(for: delay) } catch { return }
            guard let self else { return }
            perform(queue.endPause())
        }
    }
}

extension DatabaseError {
    /// The error that a database reported for a unit of work.
    package init(_ error: any Error) {
        self = error as? DatabaseError ?? .failed(code: 0, message: String(describing: type(of: error)))
    }
}
