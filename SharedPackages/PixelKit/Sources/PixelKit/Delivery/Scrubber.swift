import Common
import Foundation
import Persistence
import Primitives

/// Removes the bytes of erased rows from the files, and goes on until it is done.
///
/// A reader's snapshot, also one of another process, keeps the write-ahead log from being emptied for a moment; a broken
/// disk does so for long. What is not done when the dispatcher is let go, the next launch finishes.
actor Scrubber {
    private static let firstDelay: Duration = .milliseconds(200)
    private static let longestDelay: Duration = .seconds(60)

    private let database: Database
    private let outbox: SQLiteOutbox
    private let configuration: PixelDispatcher.Configuration
    private var delay = firstDelay
    private var isRetryDue = false
    private var isAtWork = false

    init(database: Database, outbox: SQLiteOutbox, configuration: PixelDispatcher.Configuration) {
        self.database = database
        self.outbox = outbox
        self.configuration = configuration
    }

    /// Begins without waiting for the end, unless it is at work already.
    nonisolated func start() { Task { await runUnlessAtWork() } }

    /// Tries once and returns whether no erased byte is left; if not, tries go on in the background.
    @discardableResult
    func run() async -> Bool {
        isAtWork = true
        let isDone = await attempt()
        isAtWork = false
        if isDone { delay = Self.firstDelay } else { retryLater() }
        return isDone
    }

    private func runUnlessAtWork() async {
        if !isAtWork, !isRetryDue { await run() }
    }

    private func retryLater() {
        guard !isRetryDue else { return }
        isRetryDue = true
        let (delay, clock) = (delay, configuration.time.clock)
        self.delay = min(delay * 2, Self.longestDelay)
        Task { [weak self] in
            try? await clock.sleep(for: delay)
            await self?.retry()
        }
    }

    private func retry() async {
        isRetryDue = false
        await run()
    }

    private func attempt() async -> Bool {
        do {
            while let ticket = try await database.perform({ [outbox] in try outbox.scrubTicket(in: $0) }) {
                guard try await database.scrub() else { return false }
                let isNoted = try await database.perform { [outbox] in try outbox.noteScrubbed(ticket, in: $0) }
                if isNoted { configuration.activity?.fire(.erased) }
            }
            return true
        } catch {
            return false
        }
    }
}
