import Common
import Foundation
import Persistence
import Primitives

/// Sends what waits: the one uploader of this process, and, by a lease, of all processes that share the store.
///
/// It works in rounds. A round claims requests, sends up to four at once, records what became of them, and goes on
/// until nothing is due or an attempt fails; then the store rests. After a failure one request probes at a time.
actor Uploader {
    private static let width = 4
    /// How often it asks whether another process has given back the lease, while somebody flushes and otherwise.
    private static let hurriedLeasePoll: Duration = .milliseconds(200)
    private static let leasePoll: Duration = .seconds(5)

    private let store: UploadStore
    private let transport: any PixelTransport
    private let configuration: PixelDispatcher.Configuration
    /// What this process knows of the consent and has not stored yet.
    private let unstoredConsent: @Sendable () -> Consent
    private let policy = RetryPolicy()
    private let signal = UploadSignal()
    private let underWay = Locked<Task<[TransportResult], Never>?>(nil)
    private let work = Locked<Task<Void, Never>?>(nil)
    private let flushers = Flushers()
    /// What became of the last requests, until it is recorded: a store that fails now must not make them go out again.
    private var outcome: UploadOutcome?
    private var storageFailures = 0

    init(
        database: Database, outbox: SQLiteOutbox, transport: any PixelTransport,
        configuration: PixelDispatcher.Configuration, unstoredConsent: @escaping @Sendable () -> Consent
    ) {
        store = UploadStore(database: database, outbox: outbox, lease: Lease())
        self.transport = transport
        self.configuration = configuration
        self.unstoredConsent = unstoredConsent
    }

    /// Begins to work; the work ends with ``stop()``.
    nonisolated func start() {
        let task = Task { await run() }
        work.withLock { $0 = task }
    }

    /// Waits until the work has ended after ``stop()``: what was under way is answered, and that is recorded.
    nonisolated func end() async { await work.withLock { $0 }?.value }

    /// There may be something to send.
    nonisolated func wake() { signal.send() }

    /// Waiting may be over: the network or the app came back.
    nonisolated func retryNow() { signal.send(forced: true) }

    /// Cancels the requests under way.
    nonisolated func cancelRequests() { underWay.withLock { $0 }?.cancel() }

    /// Claims nothing more, and ends the work once the requests under way are answered or cancelled.
    nonisolated func stop() {
        signal.stop()
        if work.withLock({ $0 }) == nil { flushers.close() }  // It never began: nobody else would.
    }

    /// Sends what waits and returns how many requests still wait when going on is of no use; `nil` when nobody can
    /// tell. Cancel it to give up.
    nonisolated func flush() async -> Int? {
        await flushers.wait { self.signal.send(forced: true) }
    }

    /// How many requests waited at the last look at the store.
    nonisolated var backlog: Int { store.backlog.withLock { $0 } }

    /// Notes how many requests wait.
    nonisolated func note(backlog: Int) { store.backlog.withLock { $0 = backlog } }

    private func run() async {
        var next: Date?
        while true {
            // In the store's unit: a timer that ends within the millisecond before would find nothing due yet.
            let now = configuration.time.now().milliseconds
            let delay = next.map { Duration.milliseconds(max(0, $0.milliseconds - now)) }
            let call = await signal.next(after: delay, clock: configuration.time.clock)
            if call.isStopped { break }
            let lastFlusher = flushers.last
            let end = await round(isForced: call.isForced)
            if end.endsFlush { flushers.end(upTo: lastFlusher, pending: end.pending) }
            next = end.next
        }
        flushers.close()
    }

    // MARK: - A round

    private struct RoundEnd {
        /// How many requests wait; `nil` when the store cannot tell.
        var pending: Int?
        /// When to go on by itself.
        var next: Date?
        /// Whether waiting longer is of no use to those who flush.
        var endsFlush: Bool
    }

    private func round(isForced: Bool) async -> RoundEnd {
        var background: BackgroundTime?
        defer { background?.end() }
        while true {
            let last = outcome
            let step: UploadStore.Step
            do {
                step = try await store.advance(
                    UploadStore.Ask(
                        settled: last?.settled, limit: Self.width, consent: consentToSend,
                        ignoresPause: isForced && last?.pause == nil, now: configuration.time.now()))
            } catch {
                return storageFailed()
            }
            storageFailures = 0
            outcome = nil
            if let last { last.tell(configuration.activity) }
            guard case .requests(let claimed, let storeID) = step.claim else {
                return roundEnd(step, after: last, isForced: isForced)
            }
            if background == nil { background = BackgroundTime() }
            outcome = await attempt(claimed, store: storeID, failures: step.failures)
        }
    }

    /// Nothing is sent after the end of the work, or while a denial is being stored.
    private var consentToSend: Consent { signal.isStopped ? .pending : unstoredConsent() }

    private func storageFailed() -> RoundEnd {
        storageFailures = min(storageFailures + 1, 6)
        let next = configuration.time.now().addingTimeInterval(Double(1 << storageFailures))
        return RoundEnd(pending: nil, next: next, endsFlush: true)
    }

    private func roundEnd(_ step: UploadStore.Step, after last: UploadOutcome?, isForced: Bool) -> RoundEnd {
        switch step.claim {
        case .requests:
            return RoundEnd(pending: step.backlog, next: nil, endsFlush: false)
        case .nothing(let next):
            let isInVain = last?.isInVain ?? isForced
            return RoundEnd(pending: step.backlog, next: next, endsFlush: isInVain || step.backlog == 0)
        case .withheld:
            return RoundEnd(pending: step.backlog, next: nil, endsFlush: true)
        case .leased(let until):
            let poll = flushers.isEmpty ? Self.leasePoll : Self.hurriedLeasePoll
            let next = min(until, configuration.time.now().addingTimeInterval(poll.seconds))
            return RoundEnd(pending: step.backlog, next: next, endsFlush: false)
        }
    }

    // MARK: - An attempt

    private func attempt(_ claimed: [ClaimedRequest], store: Int64, failures: Int) async -> UploadOutcome {
        let (results, isCancelled) = await send(claimed)
        var outcome = UploadOutcome(store: store, now: configuration.time.now())
        for (claimed, result) in zip(claimed, results) {
            if isCancelled, result == .failed(.cancelled) {
                outcome.putBack(claimed)
            } else {
                outcome.add(
                    claimed, result, failures: failures, policy: policy, random: configuration.random())
            }
        }
        return outcome
    }

    private func send(_ claimed: [ClaimedRequest]) async -> (results: [TransportResult], isCancelled: Bool) {
        let task = Task { [transport] in
            await withTaskGroup(of: (Int, TransportResult).self) { group in
                for (index, claimed) in claimed.enumerated() {
                    group.addTask {
                        // Not even begun, when consent or the work ended since the claim.
                        if Task.isCancelled { return (index, .failed(.cancelled)) }
                        // Optimised by Swift 6.3.1, a tuple begun before a wait may lose what it held.
                        let result = await transport.send(claimed.request)
                        return (index, result)
                    }
                }
                var results = [TransportResult](repeating: .failed(.cancelled), count: claimed.count)
                for await (index, result) in group { results[index] = result }
                return results
            }
        }
        underWay.withLock { $0 = task }
        defer { underWay.withLock { $0 = nil } }
        // Whoever cancels changes the state first: either it finds the task, or this finds the state changed.
        if consentToSend != .granted { task.cancel() }
        return (await task.value, task.isCancelled)
    }
}
