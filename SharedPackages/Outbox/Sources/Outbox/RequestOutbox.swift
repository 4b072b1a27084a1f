public import Foundation

/// Stores requests and sends them. PixelKit and wide events are its clients.
///
/// Open one outbox for each store and process, and pass it to the clients. Several processes can share a store. Delivery
/// ends when the outbox is released.
///
/// ```swift
/// import Foundation
/// import PixelKit
/// import WideEvent
///
/// struct Instrumentation {
///     let outbox: RequestOutbox
///     let pixels: PixelDispatcher
///     let wideEvents: WideEventStore
///
///     init(folder: URL, endpoint: URL) {
///         outbox = RequestOutbox.live(directory: folder, endpoint: endpoint, initialConsent: .pending)
///         pixels = PixelDispatcher(outbox: outbox)
///         wideEvents = WideEventStore(outbox: outbox)
///     }
///
///     func userAgreed() async { await outbox.set(.granted) }
/// }
/// ```
public final class RequestOutbox: Sendable {
    /// The settings of an outbox.
    public struct Configuration: Sendable {
        /// The limits of stored requests.
        public var limits: OutboxLimits
        /// The most fires in memory. Further ones are refused and counted. 8,192 by default, some megabytes: more than a
        /// slow disk falls behind in a second.
        public var memoryLimit: Int
        /// Whether this process sends. True by default. False for a process that only records, such as an extension
        /// whose app sends.
        public var isSending: Bool
        /// Receives the activity of the outbox. `nil`, the default, saves the cost of reporting.
        public var activity: EventMapping<OutboxActivity>?
        /// The clocks.
        public var time: TimeSource
        /// Random numbers in 0..<1 for sampling and for the delays between attempts.
        public var random: @Sendable () -> Double
        /// The time in which fires gather before they are written. One commit then serves many fires.
        package var gatherTime: Duration = .milliseconds(20)

        /// Creates a configuration. The properties give the reasons for the defaults.
        public init(
            limits: OutboxLimits = OutboxLimits(), memoryLimit: Int = 8192, isSending: Bool = true,
            activity: EventMapping<OutboxActivity>? = nil, time: TimeSource = .system,
            random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
        ) {
            self.limits = limits
            self.memoryLimit = memoryLimit
            self.isSending = isSending
            self.activity = activity
            self.time = time
            self.random = random
        }
    }

    package let time: TimeSource
    package let random: @Sendable () -> Double
    private let database: Database
    private let store: OutboxStore
    let queue: EntryQueue
    private let writer: GroupWriter
    let uploader: Uploader
    let scrubber: Scrubber
    private let wakeSources: [any WakeSource]

    /// Opens an outbox on a folder, over HTTP, with the clocks of the system.
    ///
    /// Returns at once. The store is opened on another thread. If that fails, it is reported as
    /// ``OutboxActivity/storageFailed(_:)``, and fired events stay in memory.
    ///
    /// - Parameters:
    ///   - directory: A folder of its own for the store. It is created with mode 0700.
    ///   - endpoint: Requests go to `<endpoint>/t/NAME?query` and `<endpoint>/e`.
    ///   - initialConsent: The consent until one has been stored with ``set(_:)``.
    ///   - configuration: Limits, clocks and the activity mapper.
    public static func live(
        directory: URL, endpoint: URL, initialConsent: Consent, configuration: Configuration = Configuration()
    ) -> RequestOutbox {
        let activity = configuration.activity
        let database = Database(
            .folder(directory), schemas: [.outbox],
            configuration: Database.Configuration(
                now: configuration.time.now,
                onRecovery: { activity?.fire(.storageRecovered(setAside: $0)) }))
        return RequestOutbox(
            database: database, transport: HTTPTransport(endpoint: endpoint), initialConsent: initialConsent,
            configuration: configuration, wakeSources: platformWakeSources())
    }

    /// Creates an outbox from its parts. ``live(directory:endpoint:initialConsent:configuration:)`` is shorter.
    ///
    /// - Parameters:
    ///   - database: A database that is opened with ``/Persistence/DatabaseSchema/outbox``.
    ///   - transport: Sends the requests.
    ///   - initialConsent: The consent until one has been stored.
    ///   - configuration: Limits, clocks and the activity mapper.
    ///   - wakeSources: Signals that start an attempt before its time.
    public init(
        database: Database, transport: any RequestTransport, initialConsent: Consent,
        configuration: Configuration = Configuration(), wakeSources: [any WakeSource] = []
    ) {
        let (time, activity) = (configuration.time, configuration.activity)
        let store = OutboxStore(limits: configuration.limits, initialConsent: initialConsent)
        let queue = EntryQueue(limit: configuration.memoryLimit)
        let uploader = Uploader(
            store: UploadStore(database: database, store: store), transport: transport, time: time,
            random: configuration.random, activity: activity, unstoredConsent: { queue.unstoredConsent })
        let scrubber = Scrubber(database: database, store: store, clock: time.clock, activity: activity)
        self.time = time
        random = configuration.random
        self.database = database
        self.store = store
        self.queue = queue
        self.uploader = uploader
        self.scrubber = scrubber
        self.wakeSources = wakeSources
        writer = GroupWriter(
            queue: queue, database: database, store: store, time: time, gatherTime: configuration.gatherTime,
            activity: activity,
            committed: { group in
                uploader.note(backlog: group.backlog)
                if let activity { group.report(to: activity) }
                if group.consent < .granted { uploader.cancelRequests() }
                if group.needsScrub { scrubber.start() }
                if group.queuedCount > 0 || group.storedConsent == .granted { uploader.wake() }
            })
        start(isSending: configuration.isSending)
    }

    deinit {
        for source in wakeSources { source.stop() }
        uploader.stop()
        uploader.cancelRequests()
    }

    private func start(isSending: Bool) {
        if isSending {
            uploader.start()
            for source in wakeSources { source.start { [uploader] in uploader.retryNow() } }
        } else {
            uploader.stop()
        }
        // The first group opens the store and reads the consent. The uploader sends what an earlier process left.
        writer.perform(queue.begin())
        uploader.wake()
    }

    // MARK: - Consent

    /// Stores a consent. It holds at once in this process, and in all processes once it is stored.
    ///
    /// A denial cancels requests in flight, drops and counts pending requests, and erases them from the files, even if a
    /// grant follows at once. ``Consent/pending`` cancels requests in flight and keeps them.
    ///
    /// - Returns: Whether the consent is stored and, after a denial, no byte of erased data is left in any file. If it
    ///   is false, further attempts follow, and ``OutboxActivity/erased`` reports the end.
    @discardableResult
    public func set(_ consent: Consent) async -> Bool {
        queue.set(consent, at: time.milliseconds())
        if consent < .granted { uploader.cancelRequests() }
        guard await writer.commitAll() else { return false }
        return consent == .denied ? await scrubber.run() : true
    }

    /// Returns the stored consent, or a more private one that is being stored.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` if the store cannot be read.
    public func consent() async throws -> Consent {
        let stored = try await database.read { [store] transaction in try store.consent(in: transaction) }
        return min(stored, queue.unstoredConsent)
    }

    // MARK: - Delivery

    /// Commits and sends everything that was fired or finished before the call, through any client.
    ///
    /// It tries at once, even during a pause after a failure, but not during a delay that the server asked for. It
    /// returns before the timeout if the server cannot be reached or asked for a delay, if storage fails, if consent is
    /// not granted, or if the task is cancelled.
    public func flush(timeout: Duration) async -> FlushResult {
        queue.isShutDown ? .stopped : await flushNow(timeout: timeout)
    }

    /// Refuses further fires, flushes, and stops sending. Requests in flight at the timeout are cancelled. The next
    /// launch sends them again.
    ///
    /// Later fires are counted as ``DropReason/shutDown``.
    public func shutdown(timeout: Duration) async -> FlushResult {
        guard queue.shutDown() else { return .stopped }
        let (result, spent) = await time.clock.measuring { await self.flushNow(timeout: timeout) }
        uploader.stop()
        // After a drained flush, requests of another process may be in flight. Cancelled requests would be sent twice.
        let left = max(.zero, timeout - spent)
        if await valueOrNil(within: left, clock: time.clock, body: { [uploader] in await uploader.end() }) == nil {
            uploader.cancelRequests()
        }
        return result
    }

    private func flushNow(timeout: Duration) async -> FlushResult {
        let pending = await valueOrNil(within: timeout, clock: time.clock) { [writer, uploader] in
            await writer.commitAll() ? await uploader.flush() : nil
        }
        if pending == .some(0) { return .drained }
        // Reading the store could take as long as the step that just timed out.
        return .timedOut(pending: uploader.backlog + queue.count)
    }

    /// Looks for requests that another process or database connection has added, and sends them.
    public func wake() { uploader.wake() }

    // MARK: - Reading

    /// Returns the accounts, after committing what is in memory. They balance in every state.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` if the store cannot be read.
    public func accounts() async throws -> Accounts { try await read { try $0.accounts(in: $1) } }

    /// Commits everything before the call. Returns false if storage fails.
    @discardableResult
    package func commit() async -> Bool { await writer.commitAll() }

    /// Commits what is in memory and reads the store.
    package func read<T: Sendable>(
        _ body: @escaping @Sendable (OutboxStore, borrowing Transaction) throws -> T
    ) async throws -> T {
        _ = await writer.commitAll()
        return try await database.read { [store] transaction in try body(store, transaction) }
    }

    // MARK: - Clients

    /// Adds a client. Returns the number of its part in every group.
    package func add(_ client: any OutboxClient) -> Int { writer.add(client) }

    /// Adds the tables of a client to the store.
    package func register(_ schema: DatabaseSchema) { writer.register(schema) }

    /// Offers an entry that is gathered with others and stays in memory while storage fails.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - requestCount: The most requests that it can become.
    ///   - isAwaited: Whether a caller waits, so that it is written at once.
    ///   - date: The time of firing in milliseconds since 1970.
    /// - Returns: The reason of a refusal, or `nil`. A refusal for ``DropReason/denied`` is not counted.
    package func offer(_ entry: any OutboxEntry, requestCount: Int, isAwaited: Bool, at date: Int64) -> DropReason? {
        let (refusal, action) = queue.offer(
            entry, requestCount: requestCount, isAwaited ? .awaited : .gathered, at: date)
        if action != .none { writer.perform(action) }
        return refusal
    }

    /// Adds an entry that is written at once, or fails with the storage.
    package func add(_ entry: any OutboxEntry) { writer.perform(queue.add(entry)) }

    /// Counts requests that another bounded queue refused.
    package func countRefused(_ count: Int) {
        if count > 0 { writer.perform(queue.refuse(count)) }
    }

    package var isShutDown: Bool { queue.isShutDown }
}

/// The result of a flush or a shutdown.
public enum FlushResult: Sendable, Equatable {
    /// Everything before the call was sent.
    case drained
    /// Requests are still pending, on disk or in memory, as far as this process knows. They are sent later.
    case timedOut(pending: Int)
    /// The outbox had been shut down before.
    case stopped
}
