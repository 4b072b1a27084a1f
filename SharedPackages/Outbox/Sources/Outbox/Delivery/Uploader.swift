import Foundation

/// Sends pending requests. A lease makes it the only active uploader of all processes that share the store.
///
/// It works in rounds. A round claims up to four requests, sends them together, stores the results, and goes on until
/// nothing is due or an attempt fails. A failure begins a pause. After it, requests are sent one at a time until one
/// succeeds.
actor Uploader {
    /// The time after which the lease of another process is asked for again, during a flush and otherwise.
    private static let hurriedLeasePoll: Duration = .milliseconds(200)
    private static let leasePoll: Duration = .seconds(5)

    private let store: UploadStore
    private let transport: any RequestTransport
    private let time: TimeSource
    private let random: @Sendable () -> Double
    private let activity: EventMapping<OutboxActivity>?
    /// The consent that this process has not stored yet.
    private let unstoredConsent: @Sendable () -> Consent
    private let policy = RetryPolicy()
    private let signal = UploadSignal()
    private let underWay = Locked<Task<[TransportResult], Never>?>(nil)
    private let work = Locked<Task<Void, Never>?>(nil)
    private let flushers = Flushers()
    /// The results of the last requests until they are stored, so that a failing store does not repeat the requests.
    private var outcome: UploadOutcome?
    private var storageFailures = 0

    init(
        store: UploadStore, transport: any RequestTransport, time: TimeSource, random: @escaping @Sendable () -> Double,
        activity: EventMapping<OutboxActivity>?, unstoredConsent: @escaping @Sendable () -> Consent
    ) {
        self.store = store
        self.transport = transport
        self.time = time
        self.random = random
        self.activity = activity
        self.unstoredConsent = unstoredConsent
    }

    /// Starts the work, which ends with ``stop()``.
    nonisolated func start() {
        let task = Task { await run() }
        work.withLock { $0 = task }
    }

    /// Waits after ``stop()`` until the requests in flight are answered and the results are stored.
    nonisolated func end() async { await work.withLock { $0 }?.value }

    /// Looks for requests to send.
    nonisolated func wake() { signal.send() }

    /// Tries again during a pause, because the network or the app is back.
    nonisolated func retryNow() { signal.send(forced: true) }

    /// Cancels the requests in flight.
    nonisolated func cancelRequests() { underWay.withLock { $0 }?.cancel() }

    /// Claims nothing more, and ends the work once the requests in flight are answered or cancelled.
    nonisolated func stop() {
        signal.stop()
        if work.withLock({ $0 }) == nil { flushers.close() }  // The work never started, so it cannot close them.
    }

    /// Sends pending requests. Returns the number of those left when the flush ends, or `nil` if it is unknown.
    /// Cancel the task to give up.
    nonisolated func flush() async -> Int? {
        await flushers.wait { self.signal.send(forced: true) }
    }

    /// The number of pending requests as last read.
    nonisolated var backlog: Int { store.backlog.withLock { $0 } }

    /// Sets the number of pending requests.
    nonisolated func note(backlog: Int) { store.backlog.withLock { $0 = backlog } }

    private func run() async {
        var next: Date?
        while true {
            // In the unit of the store: a timer that ends within the millisecond before would find nothing due.
            let now = time.now().milliseconds
            let delay = next.map { Duration.milliseconds(max(0, $0.milliseconds - now)) }
            let call = await signal.next(after: delay, clock: time.clock)
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
        /// The number of pending requests. `nil` if the store cannot be read.
        var pending: Int?
        /// The date of the next round.
        var next: Date?
        /// Whether a flush should stop waiting.
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
                    settling: last?.settled, consent: consentToSend, ignoringPause: isForced && last?.pause == nil,
                    at: time.now())
            } catch {
                return storageFailed()
            }
            storageFailures = 0
            outcome = nil
            last?.report(to: activity)
            guard case .requests(let claimed, let storeID) = step.claim else {
                return roundEnd(step, after: last, isForced: isForced)
            }
            if background == nil { background = BackgroundTime() }
            outcome = await attempt(claimed, store: storeID, failures: step.failures)
        }
    }

    /// The consent for new claims. After the end of the work nothing is sent.
    private var consentToSend: Consent { signal.isStopped ? .pending : unstoredConsent() }

    private func storageFailed() -> RoundEnd {
        let delay = Backoff.storage.delay(failures: storageFailures)
        storageFailures += 1
        return RoundEnd(pending: nil, next: time.now().addingTimeInterval(delay.seconds), endsFlush: true)
    }

    private func roundEnd(_ step: UploadStore.Step, after last: UploadOutcome?, isForced: Bool) -> RoundEnd {
        switch step.claim {
        case .requests:
            return RoundEnd(pending: step.backlog, next: nil, endsFlush: false)
        case .nothing(let next):
            let isUnavailable = last?.isServerUnavailable ?? isForced
            return RoundEnd(pending: step.backlog, next: next, endsFlush: isUnavailable || step.backlog == 0)
        case .withheld:
            return RoundEnd(pending: step.backlog, next: nil, endsFlush: true)
        case .leased(let until):
            let poll = flushers.isEmpty ? Self.leasePoll : Self.hurriedLeasePoll
            let next = min(until, time.now().addingTimeInterval(poll.seconds))
            return RoundEnd(pending: step.backlog, next: next, endsFlush: false)
        }
    }

    // MARK: - An attempt

    private func attempt(_ claimed: [ClaimedRequest], store: Int64, failures: Int) async -> UploadOutcome {
        let (results, isCancelled) = await send(claimed)
        var outcome = UploadOutcome(store: store, now: time.now())
        for (claimed, result) in zip(claimed, results) {
            if isCancelled, result == .failed(.cancelled) {
                outcome.putBack(claimed)
            } else {
                outcome.add(
                    claimed, result, failures: failures, policy: policy, random: random())
            }
        }
        return outcome
    }

    private func send(_ claimed: [ClaimedRequest]) async -> (results: [TransportResult], isCancelled: Bool) {
        let task = Task { [transport] in
            await withTaskGroup(of: (Int, TransportResult).self) { group in
                for (index, claimed) in claimed.enumerated() {
                    group.addTask {
                        // Not started if consent or the work ended since the claim.
                        if Task.isCancelled { return (index, .failed(.cancelled)) }
                        // Swift 6.3.1 with optimisation can lose the values of a tuple that is begun before an `await`.
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
        // A canceller changes the state first: either it finds the task, or this line finds the changed state.
        if consentToSend != .granted { task.cancel() }
        return (await task.value, task.isCancelled)
    }
}
