import Common
import Foundation
import Persistence
import Primitives

/// Commits what was fired: takes fires from the queue in memory and interprets them in one transaction a group.
final class PixelWriter: @unchecked Sendable {  // Its `var`s are touched on the database's queue alone.
    /// What the dispatcher learns after a commit.
    typealias Committed = @Sendable (DrainReport) -> Void

    /// A transaction holds at most this many requests, so that none grows without bound.
    private static let groupLimit = 2048
    private static let stallLimit: Duration = .seconds(60)

    private let queue: FireQueue
    private let database: Database
    private let outbox: SQLiteOutbox
    let sampler: FireSampler
    private let configuration: PixelDispatcher.Configuration
    private let committed: Committed

    private var taken: [PendingFire] = []
    /// The first of `taken` that is not committed yet, and the first that the running drain has not interpreted.
    private var next = 0
    private var end = 0
    private var counts = FireQueue.Counts()
    private var report: DrainReport?
    private var failuresInARow = 0
    private var stallTimer: Task<Void, Never>?

    init(
        queue: FireQueue, database: Database, outbox: SQLiteOutbox, configuration: PixelDispatcher.Configuration,
        committed: @escaping Committed
    ) {
        self.queue = queue
        self.database = database
        self.outbox = outbox
        self.configuration = configuration
        self.committed = committed
        sampler = FireSampler(
            processSeed: configuration.random().bitPattern, random: configuration.random)
    }

    /// Nobody is left to try again: what storage would not take ends here.
    deinit {
        stallTimer?.cancel()
        for fire in taken[next...] + queue.withState({ $0.removeAllFires() }) {
            fire.completion?(PixelOutcome(fire.frequency, .rejected(.shutDown)))
        }
    }

    /// Follows what the queue asked for when a fire was offered.
    func follow(_ wake: FireQueue.Wake) {
        switch wake {
        case .none: break
        case .drainSoon: enqueueDrain(hurry: false)
        case .drainNow: enqueueDrain(hurry: true)
        case .hurry: database.hurry()
        }
    }

    /// Commits all that was fired before the call. Returns false when storage fails; the fires stay in memory then.
    func commitAll() async -> Bool {
        await withCheckedContinuation { continuation in
            follow(queue.withState { $0.wait(continuation) })
        }
    }

    private func enqueueDrain(hurry: Bool) {
        database.enqueue(
            { transaction in try self.drain(in: transaction) }, hurry: hurry,
            then: { result in self.finish(result) })
    }

    // MARK: - On the database's queue

    private func drain(in transaction: borrowing Transaction) throws {
        if next == taken.count {
            taken.removeAll(keepingCapacity: true)
            next = 0
        }
        let begun = queue.beginDrain(refilling: &taken)
        counts = begun.counts
        let stored = begun.consentToStore
        let purged = try stored.map { try outbox.setConsent($0, in: transaction) } ?? 0
        let consent = try outbox.consent(in: transaction)
        var interpreter = FireInterpreter(
            outbox: outbox, sampler: sampler, configuration: configuration)
        var requestCount = 0
        end = next
        while end < taken.count, requestCount < Self.groupLimit {
            requestCount += try interpreter.admit(taken[end], consent: consent, in: transaction)
            end += 1
        }
        var report = try interpreter.finish(counts, in: transaction)
        report.consent = consent
        report.storedConsent = stored
        report.needsScrub = try outbox.needsScrub(in: transaction)
        report.backlog = try outbox.backlog(in: transaction)
        if purged > 0 { report.dropped[.denied, default: 0] += purged }
        self.report = report
    }

    private func finish(_ result: Result<Void, any Error>) {
        switch result {
        case .success: succeed()
        case .failure(let error): fail(error)
        }
    }

    private func succeed() {
        guard let report else { return }
        self.report = nil
        failuresInARow = 0
        next = end
        let uncommitted = taken.count - next
        let now = configuration.time.milliseconds()
        let (wake, waiters) = queue.withState { state in
            state.setTaken(uncommitted)
            state.noteStored(report.storedConsent, holding: report.consent, at: now)
            if report.consent == .denied { state.gate.removeAll() }
            for memo in report.memos where report.consent != .denied {
                state.gate.note(memo.name, memo.frequency, leg: memo.leg, window: memo.window, at: memo.at)
            }
            let waiters = state.endWaits()
            return (state.endDrain(), waiters)
        }
        counts = FireQueue.Counts()
        if uncommitted == 0 {
            taken.removeAll(keepingCapacity: true)
            (next, end) = (0, 0)
        }
        follow(wake)
        committed(report)  // First: who hears of a completion may ask how much waits.
        for completion in report.completions { completion.call(completion.outcome) }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    private func fail(_ error: any Error) {
        report = nil
        end = next
        failuresInARow += 1
        let (waiters, wake) = queue.withState { state in
            state.setTaken(taken.count - next)
            state.counts.add(counts)
            return state.failDrain()
        }
        counts = FireQueue.Counts()
        let reported = error as? DatabaseError ?? .failed(code: 0, message: String(describing: type(of: error)))
        configuration.activity?.fire(.storageFailed(reported))
        for waiter in waiters { waiter.resume(returning: false) }
        follow(wake)
        // A damaged file was just set aside: the new one can be used at once.
        let isRepaired = failuresInARow == 1 && reported == .corrupt
        retry(after: isRepaired ? .zero : min(Self.stallLimit, .seconds(1 << min(failuresInARow, 6))))
    }

    private func retry(after delay: Duration) {
        stallTimer?.cancel()  // Somebody who waited has tried before its time.
        stallTimer = Task { [weak self, clock = configuration.time.clock] in
            do { try await clock.sleep(for: delay) } catch { return }
            self?.retryAfterStall()
        }
    }

    private func retryAfterStall() {
        let isStalled = queue.withState { state in
            guard state.drain == .stalled else { return false }
            state.drain = .hurried
            return true
        }
        if isStalled { enqueueDrain(hurry: true) }
    }
}
