public import Common
public import Persistence
public import Primitives

/// Fires pixels: stores what was fired, admits it by its frequency, and sends it.
///
/// One dispatcher a process and store; several processes may share a store. Everything it does is reported through the
/// `activity` mapper of its configuration.
public final class PixelDispatcher: PixelFiring {
    /// How a dispatcher works; every default has its reason.
    public struct Configuration: Sendable {
        /// What is the same for every pixel of the process.
        public var environment: PixelEnvironment
        /// Fires that may wait in memory for their commit; what exceeds it is refused and counted. 8,192 by default,
        /// some megabytes: more than a slow disk falls behind in a second.
        public var memoryLimit: Int
        /// Whether this process sends. True by default; false for one that only records, such as an extension whose app
        /// sends.
        public var isSending: Bool
        /// Receives everything the dispatcher does; `nil`, the default, saves the cost of telling.
        public var activity: EventMapping<PixelActivity>?
        /// The clocks.
        public var time: TimeSource
        /// Numbers in 0..<1 for sampling and for spreading retries.
        public var random: @Sendable () -> Double
        /// Whether a debug build stops at a parameter that its definition does not allow. True by default: it is a mistake
        /// of the code that fired. Release builds never stop; they count it as ``/Outbox/DropReason/undeclared``.
        public var assertsDeclarations = true

        /// Creates a configuration; see the properties for the reasons of the defaults.
        public init(
            environment: PixelEnvironment = PixelEnvironment(), memoryLimit: Int = 8192, isSending: Bool = true,
            activity: EventMapping<PixelActivity>? = nil, time: TimeSource = .system,
            random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
        ) {
            self.environment = environment
            self.memoryLimit = memoryLimit
            self.isSending = isSending
            self.activity = activity
            self.time = time
            self.random = random
        }
    }

    /// Where everything is stored; others may share it.
    public let database: Database
    /// What waits to be sent; others may append to it.
    public let outbox: SQLiteOutbox
    let configuration: Configuration
    let queue: FireQueue
    let writer: PixelWriter
    let uploader: Uploader
    let scrubber: Scrubber
    private let wakeSources: [any WakeSource]
    private let milliseconds: @Sendable () -> Int64

    /// Joins a dispatcher from its parts; does no I/O. ``live(endpoint:directory:consent:sharingWith:configuration:)`` is shorter.
    ///
    /// - Parameters:
    ///   - database: Opened with `Schema.outbox` among its schemas; wide events may share it.
    ///   - outbox: Limits, and the consent that holds until one has been stored.
    ///   - transport: Sends the requests.
    ///   - configuration: Everything else.
    ///   - wakeSources: What starts an attempt before its time: the network's return, the app's.
    public init(
        database: Database, outbox: SQLiteOutbox, transport: any PixelTransport,
        configuration: Configuration = Configuration(), wakeSources: [any WakeSource] = []
    ) {
        self.database = database
        self.outbox = outbox
        self.configuration = configuration
        self.wakeSources = wakeSources
        milliseconds = configuration.time.milliseconds
        let queue = FireQueue(limit: configuration.memoryLimit)
        let uploader = Uploader(
            database: database, outbox: outbox, transport: transport, configuration: configuration,
            unstoredConsent: { queue.withState { $0.unstoredConsent } })
        let scrubber = Scrubber(database: database, outbox: outbox, configuration: configuration)
        self.queue = queue
        self.uploader = uploader
        self.scrubber = scrubber
        writer = PixelWriter(
            queue: queue, database: database, outbox: outbox, configuration: configuration,
            committed: { report in
                uploader.note(backlog: report.backlog)
                report.tell(configuration.activity)
                if report.consent < .granted { uploader.cancelRequests() }
                if report.needsScrub { scrubber.start() }
                if report.queuedCount > 0 || report.storedConsent == .granted { uploader.wake() }
            })
        start()
    }

    deinit {
        for source in wakeSources { source.stop() }
        uploader.stop()
        uploader.cancelRequests()
    }

    private func start() {
        if configuration.isSending {
            uploader.start()
            for source in wakeSources { source.start { [uploader] in uploader.retryNow() } }
        } else {
            uploader.stop()
        }
        // The first drain opens the store, learns the consent and sends what an earlier process left.
        database.enqueue { [outbox] transaction in try outbox.trimGates(in: transaction) }
        writer.follow(queue.withState { $0.begin() })
        uploader.wake()
    }

    /// Fires a pixel and returns at once; see ``PixelFiring/fire(_:frequency:completion:)``.
    public func fire(
        _ pixel: some Pixel, frequency: Frequency?, completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        fire(
            pixel, as: frequency ?? pixel.frequency, at: milliseconds(), error: pixel.error.map(ErrorChain.init),
            completion: completion)
    }

    @inline(__always)  // One call and one closure less for every fire.
    func fire(
        _ pixel: some Pixel, as frequency: Frequency, at firedAt: Int64, error: @autoclosure () -> ErrorChain?,
        completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        let (verdict, wake) = queue.offer(
            pixel, as: frequency, at: firedAt, error: error(), completion: completion)
        if wake != .none { writer.follow(wake) }
        guard let completion else { return }
        switch verdict {
        case .queued: break
        case .suppressed: completion(PixelOutcome(frequency, .suppressed(.frequency)))
        case .rejected(let reason, let openLegs):
            completion(PixelOutcome(frequency, .rejected(reason), openLegs: openLegs))
        }
    }
}

extension PixelDispatcher {
    /// Counts requests that another bounded queue had to refuse.
    func countRefused(_ count: Int) {
        guard count > 0 else { return }
        writer.follow(queue.refuse(count))
    }
}

extension PixelOutcome {
    /// The same for every leg whose bit is set; memory knew the others to be taken.
    init(_ frequency: Frequency, _ leg: Leg, openLegs: UInt64 = .max) {
        self.init(
            legs: frequency.legs.indices.map { index in
                openLegs & (1 << UInt64(index)) != 0 ? leg : .suppressed(.frequency)
            })
    }
}

extension DrainReport {
    /// Reports what was committed.
    func tell(_ activity: EventMapping<PixelActivity>?) {
        guard let activity else { return }
        if let storedConsent { activity.fire(.consentChanged(storedConsent)) }
        if !requests.isEmpty { activity.fire(.committed(requests)) }
        if suppressed > 0 { activity.fire(.suppressed(count: suppressed)) }
        for (reason, count) in dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            activity.fire(.dropped(reason, count: count))
        }
    }
}
