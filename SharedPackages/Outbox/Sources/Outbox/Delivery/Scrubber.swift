import Foundation

/// Removes the bytes of erased rows from the files, and tries again until it is done.
///
/// A snapshot of a reader, also in another process, keeps the write-ahead log from being emptied for a moment. A broken
/// disk does so for longer. The next launch finishes what the outbox leaves behind.
actor Scrubber {
    private let database: Database
    private let store: OutboxStore
    private let clock: any Clock<Duration>
    private let activity: EventMapping<OutboxActivity>?
    private var failures = 0
    private var isRetryScheduled = false
    private var isRunning = false

    init(
        database: Database, store: OutboxStore, clock: any Clock<Duration>, activity: EventMapping<OutboxActivity>?
    ) {
        self.database = database
        self.store = store
        self.clock = clock
        self.activity = activity
    }

    /// Starts without waiting for the end, unless it is running already.
    nonisolated func start() { Task { await runUnlessRunning() } }

    /// Tries once and returns whether no erased byte is left. Otherwise further attempts follow in the background.
    @discardableResult
    func run() async -> Bool {
        isRunning = true
        let isDone = await attempt()
        isRunning = false
        if isDone { failures = 0 } else { retryLater() }
        return isDone
    }

    private func runUnlessRunning() async {
        if !isRunning, !isRetryScheduled { await run() }
    }

    private func retryLater() {
        guard !isRetryScheduled else { return }
        isRetryScheduled = true
        let delay = Backoff.erasing.delay(failures: failures)
        failures += 1
        Task { [weak self, clock] in
            try? await clock.sleep(for: delay)
            await self?.retry()
        }
    }

    private func retry() async {
        isRetryScheduled = false
        await run()
    }

    private func attempt() async -> Bool {
        do {
            while let ticket = try await database.perform({ [store] in try store.scrubTicket(in: $0) }) {
                guard try await database.scrub() else { return false }
                let isNoted = try await database.perform { [store] in try store.noteScrubbed(ticket, in: $0) }
                if isNoted { activity?.fire(.erased) }
            }
            return true
        } catch {
            return false
        }
    }
}
