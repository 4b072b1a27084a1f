import Common
import Foundation
import Persistence

/// Removes the bytes of erased rows from the files, and goes on until it is done.
///
/// A reader's snapshot, also one of another process, keeps the write-ahead log from being emptied for a moment.
actor Scrubber {
    private static let retryDelay: Duration = .milliseconds(200)

    private let database: Database
    private let outbox: SQLiteOutbox
    private let configuration: PixelDispatcher.Configuration
    private var isRetrying = false

    init(database: Database, outbox: SQLiteOutbox, configuration: PixelDispatcher.Configuration) {
        self.database = database
        self.outbox = outbox
        self.configuration = configuration
    }

    /// Begins without waiting for the end.
    nonisolated func start() { Task { await run() } }

    /// Tries once and returns whether it succeeded; if not, tries go on in the background.
    @discardableResult
    func run() async -> Bool {
        if await attempt() { return true }
        if !isRetrying {
            isRetrying = true
            Task { await retry() }
        }
        return false
    }

    private func retry() async {
        repeat {
            try? await configuration.time.clock.sleep(for: Self.retryDelay)
        } while await !attempt()
        isRetrying = false
    }

    private func attempt() async -> Bool {
        do {
            let isNeeded = try await database.perform { [outbox] in try outbox.needsScrub(in: $0) }
            guard isNeeded else { return true }
            guard try await database.scrub() else { return false }
            try await database.perform { [outbox] in try outbox.noteScrubbed(in: $0) }
            configuration.activity?.fire(.erased)
            return true
        } catch {
            return false
        }
    }
}
