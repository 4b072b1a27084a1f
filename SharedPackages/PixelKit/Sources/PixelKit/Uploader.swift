import Common
import Foundation
import Persistence

/// Sends what waits: the one uploader of this process, and, by a lease, of all processes that share the store.
///
/// It works in rounds. A round claims requests, sends up to four at once, records what became of them, and goes on
/// until nothing is due or an attempt fails; then the store rests. While it rests, one request probes at a time.
actor Uploader {
    private static let width = 4
    /// How often a flush asks whether another process has given back the lease.
    private static let leasePoll: Duration = .milliseconds(200)

    private let store: UploadStore
    private let transport: any PixelTransport
    private let configuration: PixelDispatcher.Configuration
    private let policy = RetryPolicy()
    private let signal = UploadSignal()
    private let requests = Locked<Task<[TransportResult], Never>?>(nil)
    private let flushers = Flushers()
    private var storageFailures = 0

    init(
        database: Database, outbox: SQLiteOutbox, transport: any PixelTransport,
        configuration: PixelDispatcher.Configuration
    ) {
        store = UploadStore(database: database, outbox: outbox, lease: Lease())
        self.transport = transport
        self.configuration = configuration
    }

    /// Begins to work; the work ends with ``stop()``.
    nonisolated func start() { Task { await run() } }

    /// There may be something to send.
    nonisolated func wake() { signal.send() }

    /// Waiting may be over: the network or the app came back.
    nonisolated func retryNow() { signal.send(forced: true) }

    /// Cancels the requests under way.
    nonisolated func cancelRequests() { requests.withLock { $0 }?.cancel() }

    /// Cancels the requests under way and ends the work.
    nonisolated func stop() {
        signal.stop()
        cancelRequests()
    }

    /// Sends what waits and returns how many requests still wait when going on is of no use. Cancel it to give up.
    nonisolated func flush() async -> Int {
        await flushers.wait { self.signal.send(forced: true) }
    }

    private func run() async {
        var next: Date?
        var restsUntil: Date?
        while true {
            let now = configuration.time.now()
            let delay = next.map { Duration.milliseconds(max(0, Int64($0.timeIntervalSince(now) * 1000))) }
            let call = await signal.next(after: delay, clock: configuration.time.clock)
            if call.isStopped { break }
            let isForced = call.isForced || !flushers.isEmpty
            if !isForced, let rest = restsUntil, configuration.time.now() < rest { continue }
            let end = await round(ignoringPause: isForced)
            (next, restsUntil) = follow(end)
        }
        flushers.end(pending: 0)
    }

    /// When to go on, and until when not to, after a round.
    private func follow(_ end: RoundEnd) -> (next: Date?, restsUntil: Date?) {
        let now = configuration.time.now()
        switch end {
        case .idle(let pending, let next):
            storageFailures = 0
            if pending == 0 || next != nil { flushers.end(pending: pending) }
            return (next, next)
        case .withheld(let pending):
            flushers.end(pending: pending)
            return (nil, nil)
        case .failed(let until, let pending, let isReachable):
            if !isReachable { flushers.end(pending: pending) }
            return (until, until)
        case .leased(let until):
            return (flushers.isEmpty ? until : now.addingTimeInterval(Self.leasePoll.seconds), nil)
        case .storageFailed:
            storageFailures = min(storageFailures + 1, 6)
            flushers.end(pending: 0)
            return (now.addingTimeInterval(Double(1 << storageFailures)), nil)
        }
    }

    // MARK: - A round

    private enum RoundEnd {
        case idle(pending: Int, next: Date?)
        case withheld(pending: Int)
        case failed(until: Date, pending: Int, isReachable: Bool)
        case leased(until: Date)
        case storageFailed
    }

    private func round(ignoringPause: Bool) async -> RoundEnd {
        let background = BackgroundTime()
        defer { background.end() }
        var settled: UploadStore.Settled?
        do {
            while true {
                let step = try await store.settleAndClaim(
                    settled, limit: Self.width, at: configuration.time.now(), ignoringPause: ignoringPause)
                guard case .requests(let claimed, let storeID) = step.claim else { return roundEnd(step) }
                let results = await send(claimed)
                let judged = judge(claimed, results, failures: step.failures)
                settled = UploadStore.Settled(
                    settlements: judged.settlements, store: storeID, isSuccess: judged.pause == nil)
                tell(claimed, results, judged)
                if let pause = judged.pause, let settled {
                    let pending = try await store.settle(settled, pausing: pause, at: configuration.time.now())
                    return .failed(until: pause.until, pending: pending, isReachable: judged.isReachable)
                }
            }
        } catch {
            return .storageFailed
        }
    }

    private func roundEnd(_ step: UploadStore.Step) -> RoundEnd {
        switch step.claim {
        case .requests, .nothing(nil): .idle(pending: step.pending, next: nil)
        case .nothing(let next): .idle(pending: step.pending, next: next)
        case .leased(let until): .leased(until: until)
        case .withheld: .withheld(pending: step.pending)
        }
    }

    private func send(_ claimed: [ClaimedRequest]) async -> [TransportResult] {
        let task = Task { [transport] in
            await withTaskGroup(of: (Int, TransportResult).self) { group in
                for (index, claimed) in claimed.enumerated() {
                    group.addTask { (index, await transport.send(claimed.request)) }
                }
                var results = [TransportResult](repeating: .failed(.cancelled), count: claimed.count)
                for await (index, result) in group { results[index] = result }
                return results
            }
        }
        requests.withLock { $0 = task }
        defer { requests.withLock { $0 = nil } }
        return await task.value
    }

    private struct Judgement {
        var settlements: [(id: Int64, Settlement)] = []
        var pause: Pause?
        var isReachable = true
    }

    private func judge(_ claimed: [ClaimedRequest], _ results: [TransportResult], failures: Int) -> Judgement {
        let now = configuration.time.now()
        let random = configuration.random()
        var judgement = Judgement()
        for (claimed, result) in zip(claimed, results) {
            switch policy.verdict(result, failures: failures, now: now, random: random) {
            case .delivered: judgement.settlements.append((claimed.id, .delivered))
            case .dropped(let reason): judgement.settlements.append((claimed.id, .dropped(reason)))
            case .retry(let delay, let mayHaveArrived):
                let own = policy.backoff(failures: claimed.attempt - 1, random: random)
                let date = now.addingTimeInterval(max(delay, own).seconds)
                judgement.settlements.append((claimed.id, .retry(at: date, mayHaveArrived: mayHaveArrived)))
                let until = max(now.addingTimeInterval(delay.seconds), judgement.pause?.until ?? .distantPast)
                judgement.pause = Pause(until: until, failures: failures + 1)
                if case .failed = result { judgement.isReachable = false }
            }
        }
        return judgement
    }

    private func tell(_ claimed: [ClaimedRequest], _ results: [TransportResult], _ judgement: Judgement) {
        guard let activity = configuration.activity else { return }
        let now = configuration.time.now()
        for (index, claimed) in claimed.enumerated() {
            let request = PixelActivity.Request(
                id: claimed.id, name: claimed.request.name, target: claimed.request.target)
            switch judgement.settlements[index].1 {
            case .delivered: activity.fire(.sent(request, attempt: claimed.attempt))
            case .dropped(let reason): activity.fire(.dropped(reason, count: 1))
            case .retry(let date, _):
                let after = Duration.milliseconds(Int64(date.timeIntervalSince(now) * 1000))
                activity.fire(
                    .postponed(request, attempt: claimed.attempt, after: after, failure: results[index]))
            }
        }
    }
}
